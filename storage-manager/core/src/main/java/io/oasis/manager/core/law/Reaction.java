package io.oasis.manager.core.law;

import io.oasis.manager.core.law.Elasticity.Estimate;
import io.oasis.manager.core.law.Wish.Appetite;

/** What it says of a queue's appetite that others were cut. */
final class Reaction {
  /** The latency has eased when it fell by this, as a logarithm. */
  static final double EASED = 0.05;

  /** No fall of the latency counts as smaller when a rise is divided by it, as a logarithm. */
  private static final double LEAST_EASED = 0.02;

  /** A rise beyond chance is one of so many standard deviations, ... */
  private static final double BEYOND_CHANCE = 3;

  /** ... of at least this, as a logarithm, ... */
  private static final double LEAST_RISE = 0.05;

  /** ... by somebody who is not quite inelastic: more than this, beyond one error. */
  private static final double RATHER_ELASTIC = 0.15;

  /** Who is more elastic than this, beyond so many errors, is hungry. */
  private static final double ELASTIC = 0.3;

  /** Errors that ELASTIC is to be exceeded by: one in twenty is taken for hungry wrongly. */
  private static final double ELASTIC_ERRORS = 1.7;

  /** Who is less elastic than this, beyond so many errors, is content. */
  private static final double INELASTIC = 0.6;

  /** Errors that INELASTIC is to be undercut by. */
  private static final double INELASTIC_ERRORS = 1.5;

  /** Latency that varied by this part (standard deviation) before helps to tell. */
  private static final double VARIED = 0.07;

  /** A loop's I/Os scatter less than independent ones, but not by more than this, ... */
  private static final double LEAST_DISPERSION = 0.3;

  /** ... and bursts by more: what is beyond this cannot be waited out in an answer's time. */
  private static final double MOST_DISPERSION = 4;

  /** Standard deviations of a second of independent I/Os that may be a rise. */
  private static final double MAYBE_A_RISE = 2;

  /** Who gains by more than this times what the latency gives was kept out otherwise. */
  private static final double BEYOND_LATENCY = 1.2;

  private Reaction() {}

  /**
   * I/Os per second.
   *
   * @param seconds that it is a mean of
   */
  record Rate(double perSecond, double seconds) {
    /** Relative variance of a count, of one I/O at least. */
    private double variance() {
      return 1 / StrictMath.max(1, perSecond * seconds);
    }

    private double atLeastHalf() {
      return StrictMath.max(0.5, perSecond);
    }
  }

  /**
   * @param dispersion of its I/Os; see {@link History#dispersion}
   * @param before and {@code after} the cut
   * @param eased logarithm of the factor by which the latency fell
   */
  static Appetite of(Taker taker, double dispersion, Rate before, Rate after, double eased) {
    double rise = StrictMath.log(after.atLeastHalf() / before.atLeastHalf());
    double chance = StrictMath.sqrt(scatter(dispersion) * (before.variance() + after.variance()));
    double by = StrictMath.max(LEAST_EASED, eased);
    Estimate elastic = new Estimate(rise / by, chance / by);
    if (taker.elasticity.isMeasured(VARIED)) {
      elastic = elastic.and(taker.elasticity.estimate());
    }
    boolean rose = rise > BEYOND_CHANCE * chance && rise > LEAST_RISE;
    boolean isElastic = elastic.value() - ELASTIC_ERRORS * elastic.error() > ELASTIC;
    if (rose && elastic.value() - elastic.error() > RATHER_ELASTIC || eased > EASED && isElastic) {
      return Appetite.HUNGRY;
    }
    boolean isIndifferent = elastic.value() + INELASTIC_ERRORS * elastic.error() < INELASTIC;
    return eased > EASED && isIndifferent ? Appetite.CONTENT : Appetite.UNKNOWN;
  }

  /** What of a dispersion counts. */
  static double scatter(double dispersion) {
    return StrictMath.clamp(dispersion, LEAST_DISPERSION, MOST_DISPERSION);
  }

  /** Whether it may have gained, however its I/Os scatter; I/Os per second. */
  static boolean isRise(double before, double after) {
    return after - before > MAYBE_A_RISE * StrictMath.sqrt(before + after);
  }

  /**
   * Whether more is taken than the latency gives, beyond chance: a queue of the first come first
   * served gives a fixed number of I/Os outstanding no more.
   *
   * @param before and {@code after} the cut, I/Os per second; a mean of so many {@code seconds}
   */
  static boolean isBeyondLatency(double before, double after, double eased, double seconds) {
    double given = BEYOND_LATENCY * before * StrictMath.exp(StrictMath.max(0, eased)) * seconds;
    return after * seconds > given + BEYOND_CHANCE * StrictMath.sqrt(2 * given);
  }
}
