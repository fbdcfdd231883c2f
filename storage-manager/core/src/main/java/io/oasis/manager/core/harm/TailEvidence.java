package io.oasis.manager.core.harm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How often one tenant was slow with limits and without them, in the phases of a trial.
 *
 * <p>Law: were limits not the cause, slow intervals would fall on both by chance alone, in
 * proportion to their numbers (Fisher's exact test). One phase alone convicts nobody: a tenant may
 * have been slow just then for a reason of its own.
 */
final class TailEvidence {
  /** Chance alone would do as much once in so many trials. */
  private static final double CONVICTS = 1e-3;

  /** Leaving out the phase that speaks most against limits, the others must do so still. */
  private static final double OTHERS_CONVICT = 0.05;

  /** Chance alone would do as much so often: nothing is to be expected of going on. */
  private static final double CLEARS = 0.3;

  /** Chosen: a rare tail needs a second round, a third would let limits go for still longer. */
  private static final int MOST_ROUNDS = 2;

  /** What a trial comes to. */
  enum Verdict {
    CAUSE,
    NOT_THE_CAUSE,
    GO_ON
  }

  private record Part(boolean limited, int slow, int intervals) {}

  private final double slowMicros;
  private final List<Part> parts = new ArrayList<>();
  private int slow;
  private int intervals;

  /**
   * @param slowMicros an interval with a higher mean latency is slow
   */
  TailEvidence(double slowMicros) {
    this.slowMicros = slowMicros;
  }

  void saw(double latencyMicros) {
    intervals++;
    slow += latencyMicros > slowMicros ? 1 : 0;
  }

  /** The phase is over. */
  void phaseEnds(boolean limited) {
    parts.add(new Part(limited, slow, intervals));
    slow = 0;
    intervals = 0;
  }

  /** After so many whole rounds of phases. */
  Verdict verdict(int rounds) {
    Part worst = new Part(true, 0, 0);
    for (Part part : parts) {
      if (part.limited && part.slow > worst.slow) {
        worst = part;
      }
    }
    double chance = chance(new Part(true, 0, 0));
    if (chance <= CONVICTS && chance(worst) <= OTHERS_CONVICT) {
      return Verdict.CAUSE;
    }
    return chance > CLEARS || rounds >= MOST_ROUNDS ? Verdict.NOT_THE_CAUSE : Verdict.GO_ON;
  }

  /** That so many of the slow intervals, or more, fall on those with limits. */
  private double chance(Part leftOut) {
    int with = sum(true, false) - leftOut.intervals;
    int slowWith = sum(true, true) - leftOut.slow;
    int without = sum(false, false);
    int all = slowWith + sum(false, true);
    double sum = 0;
    for (int k = slowWith; k <= StrictMath.min(all, with); k++) {
      if (all - k <= without) {
        sum += StrictMath.exp(logChoose(with, k) + logChoose(without, all - k));
      }
    }
    return sum / StrictMath.exp(logChoose(with + without, all));
  }

  private int sum(boolean limited, boolean onlySlow) {
    return parts.stream()
        .filter(part -> part.limited == limited)
        .mapToInt(part -> onlySlow ? part.slow : part.intervals)
        .sum();
  }

  private static double logChoose(int n, int k) {
    double log = 0;
    for (int i = 1; i <= k; i++) {
      log += StrictMath.log((n - k + i) / (double) i);
    }
    return log;
  }

  String words() {
    return String.format(
        Locale.ROOT,
        "intervals above %.1f ms: %d of %d with limits, %d of %d without",
        slowMicros / 1e3,
        sum(true, true),
        sum(true, false),
        sum(false, true),
        sum(false, false));
  }
}
