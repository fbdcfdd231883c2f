package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Finding.Verdict;
import io.oasis.protocol.Findings;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the adapters of a domain found about their limits, in JSON.
 *
 * @param findings those with something wrong first; of each adapter at most {@link Findings#MOST}
 */
public record DoctorShape(String domain, String slug, Badge badge, List<Limit> findings) {
  /**
   * All limits in short.
   *
   * @param limits that adapters hold
   * @param verified seen to hold
   * @param wrong that need attention
   * @param at when an adapter looked last; absent while none has
   */
  public record Badge(int limits, int verified, int wrong, Optional<Instant> at) {
    static Badge of(DomainView view) {
      int limits = 0;
      int verified = 0;
      int wrong = 0;
      for (Findings each : view.enforcement().findings()) {
        limits += each.limits();
        verified += each.verified();
        wrong += each.wrong();
      }
      return new Badge(
          limits,
          verified,
          wrong,
          view.enforcement().findings().stream().map(Findings::at).max(Comparator.naturalOrder()));
    }
  }

  /**
   * One limit, in the numbers of its scheduler.
   *
   * @param queue whose limit it is
   * @param where which of its limits it is
   * @param cause in plain words; empty when nothing is wrong
   */
  public record Limit(
      Optional<String> queue,
      @JsonUnwrapped Finding.Where where,
      @JsonUnwrapped LimitFigures figures,
      Verdict verdict,
      String cause,
      String mend) {
    /**
     * @param desired what it should be, where somebody said so
     * @param written what Oasis wrote last
     * @param readBack what is there
     * @param observedPerSecond what passed
     */
    public record LimitFigures(
        Optional<Long> desired,
        Optional<Long> written,
        Optional<Long> readBack,
        Optional<Double> observedPerSecond) {
      static LimitFigures of(Finding.Figures figures) {
        return new LimitFigures(
            figures.desired(), figures.written(), figures.readBack(), figures.observed());
      }
    }

    static Limit of(Finding finding) {
      return new Limit(
          finding.queue().map(QueueId::toString),
          finding.where(),
          LimitFigures.of(finding.figures()),
          finding.verdict(),
          finding.cause(),
          finding.mend());
    }
  }

  static DoctorShape of(DomainView view) {
    return new DoctorShape(
        view.domain().value(),
        Slug.of(view.domain().value()),
        Badge.of(view),
        limitsOf(view, Integer.MAX_VALUE));
  }

  /** Those with something wrong first. */
  public static List<Limit> limitsOf(DomainView view, int most) {
    return view.enforcement().findings().stream()
        .flatMap(each -> each.findings().stream())
        .sorted(Comparator.comparing(Finding::healthy))
        .limit(most)
        .map(Limit::of)
        .toList();
  }
}
