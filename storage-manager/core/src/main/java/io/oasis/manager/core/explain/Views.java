package io.oasis.manager.core.explain;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.explain.DomainView.AdapterView;
import io.oasis.manager.core.explain.DomainView.HarmView;
import io.oasis.manager.core.explain.DomainView.QueueView;
import io.oasis.manager.core.explain.DomainView.Stability;
import io.oasis.manager.core.explain.DomainView.Standing;
import io.oasis.manager.core.hear.AdapterState;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.partition.InsulationView;
import io.oasis.manager.core.push.Pusher;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes views of a domain. */
public record Views(Domain domain, Law law, Pusher pusher, Decisions decisions, Receipts receipts) {
  /** Intervals without a move beyond the dead band after which a domain counts as converged. */
  private static final int CONVERGED_INTERVALS = 5;

  private static final Demand UNKNOWN =
      new Demand(Demand.Quality.STALE, Bandwidth.ZERO, Optional.empty(), "not measured yet");

  /** How it is now; {@code shares} in the order of arrival. */
  public DomainView of(Collection<Share> shares, List<InsulationView> insulation, Instant now) {
    Law.Standing standing = law.standing();
    List<QueueView> queues = new ArrayList<>(shares.size());
    shares.forEach(share -> queues.add(of(share, standing)));
    long sinceMove = standing.intervalsSinceMove();
    return new DomainView(
        domain.id(),
        domain.version(),
        now,
        domain.rails(),
        law.capacity(now),
        queues,
        new DomainView.Decided(standing.price(), decisions.recent(), insulation),
        new DomainView.Enforcement(
            adapter(now),
            domain.findings(now),
            new HarmView(standing.harm(), standing.harmFound()),
            new Stability(
                sinceMove >= CONVERGED_INTERVALS,
                sinceMove,
                standing.reversals(),
                pusher.pushes())));
  }

  private Optional<AdapterView> adapter(Instant now) {
    return domain.adapters().all().stream()
        .max(Comparator.comparing(AdapterState::seenAt))
        .map(
            adapter ->
                new AdapterView(
                    adapter.status().adapter(),
                    adapter.status().session(),
                    adapter.status().target().kind(),
                    adapter.seenAt(),
                    adapter.isAlive(domain.time().knownAt(now)),
                    adapter.status().software()));
  }

  private QueueView of(Share share, Law.Standing standing) {
    HeardQueue queue = share.heard;
    return new QueueView(
        queue.id(),
        queue.rails().weight(),
        measured(queue, receipts.of(queue)),
        new QueueView.Share(
            CostModel.bandwidth(share.target(), queue.meanBytes()),
            share.allocation().map(has -> CostModel.bandwidth(has, queue.meanBytes())),
            law.wouldBe(share),
            share.bound(),
            standing(queue, standing.isShort())),
        new QueueView.InForce(
            Optional.ofNullable(queue.limit()),
            law.earned(share),
            Optional.ofNullable(queue.state()),
            queue.cause()));
  }

  private static QueueView.Measured measured(HeardQueue queue, List<Receipt> receipts) {
    Request request = queue.request();
    if (request == null) {
      return new QueueView.Measured(
          Bandwidth.ZERO, UNKNOWN, 0, 0, Optional.empty(), Optional.empty(), receipts);
    }
    QueueSample sample = request.sample();
    return new QueueView.Measured(
        sample.bandwidth(),
        request.demand(),
        sample.meanLatencyMicros(),
        sample.outstanding(),
        queue.limit() == null ? Optional.empty() : sample.held(),
        sample.unserved(),
        receipts);
  }

  private Standing standing(HeardQueue queue, boolean isShort) {
    if (domain.isInsulated()) {
      return Standing.INSULATED;
    }
    if (queue.isExcluded()) {
      return Standing.EXCLUDED;
    }
    return isShort ? Standing.SHARING : Standing.NEVER_SATURATED;
  }
}
