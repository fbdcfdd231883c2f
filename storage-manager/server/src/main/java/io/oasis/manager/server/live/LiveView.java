package io.oasis.manager.server.live;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.rest.DecisionShape;
import io.oasis.manager.server.rest.DoctorShape;
import io.oasis.manager.server.rest.DomainShape;
import io.oasis.manager.server.rest.QueueShape;
import io.oasis.protocol.Bandwidth;
import java.util.List;

/**
 * What a page that shows one domain needs once per interval.
 *
 * @param queues the busiest, at most {@link #MAX_QUEUES}
 * @param rest the others together
 * @param findings about limits, those with something wrong first, at most {@link #MAX_FINDINGS}
 * @param decisions the latest that moved something, in words, the newest first
 */
public record LiveView(
    DomainShape domain,
    List<QueueShape> queues,
    Rest rest,
    List<DoctorShape.Limit> findings,
    List<DecisionShape.Brief> decisions) {
  /** More are not read by anybody on one page. */
  static final int MAX_QUEUES = 100;

  static final int MAX_FINDINGS = 20;

  private static final int MAX_DECISIONS = 12;

  /** The queues that are not listed, summed up. */
  public record Rest(int queues, double usageIops, double demandIops, double grantedIops) {}

  static LiveView of(DomainView view) {
    List<DomainView.QueueView> sorted = view.queues().stream().sorted(QueueShape.BUSIEST).toList();
    int shown = Math.min(MAX_QUEUES, sorted.size());
    return new LiveView(
        DomainShape.of(view),
        sorted.subList(0, shown).stream().map(QueueShape::of).toList(),
        restOf(sorted.subList(shown, sorted.size())),
        DoctorShape.limitsOf(view, MAX_FINDINGS),
        view.decided().recent().stream()
            .map(DecisionShape.Brief::of)
            .filter(brief -> !brief.words().isEmpty())
            .limit(MAX_DECISIONS)
            .toList());
  }

  private static Rest restOf(List<DomainView.QueueView> queues) {
    double usage = 0;
    double demand = 0;
    double granted = 0;
    for (DomainView.QueueView queue : queues) {
      usage += queue.measured().usage().iops().perSecond();
      demand += queue.measured().demand().rate().iops().perSecond();
      granted += queue.share().granted().map(Bandwidth::iops).map(i -> i.perSecond()).orElse(0.0);
    }
    return new Rest(queues.size(), usage, demand, granted);
  }
}
