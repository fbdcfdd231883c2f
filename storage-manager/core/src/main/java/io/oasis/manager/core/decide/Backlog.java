package io.oasis.manager.core.decide;

/**
 * What a queue has sent and has no answer to, where nobody counts what waits behind its limit: as
 * much as before it was limited, and what has come beyond the limit since.
 */
final class Backlog {
  /** A rate is smoothed over this time: slices and chance are out, in seconds. */
  private static final double SMOOTHING_SECONDS = 0.7;

  /** Who sends more than this part of its limit does not wait for answers, ... */
  private static final double BEYOND = 1.05;

  /** ... and who sends less than this part of it does not stand at it. */
  private static final double STANDS = 0.9;

  /** Who does what its limit lets through, but for this part, ... */
  private static final double EXACTLY = 0.02;

  /** ... for so many intervals is held by it: chance is not as exact. */
  private static final int INTERVALS = 3;

  private double depth;
  private double last;
  private double excess;
  private double rate;
  private double beyond;
  private double limit = Double.POSITIVE_INFINITY;
  private double laxer = Double.POSITIVE_INFINITY;
  private int exact;

  /** It had no limit in an interval, and so many I/Os outstanding. */
  void free(double outstanding) {
    depth = (last + outstanding) / 2;
    last = outstanding;
    excess = 0;
    limit = Double.POSITIVE_INFINITY;
    exact = 0;
  }

  /**
   * It had a limit in an interval.
   *
   * @param sent and {@code inForce}: I/Os per second
   * @return how many I/Os came beyond the limit: as many more are outstanding, unless others are
   *     fewer
   */
  double limited(double sent, double inForce, double seconds) {
    laxer = StrictMath.max(limit, inForce);
    boolean isAnew = inForce < limit;
    limit = inForce;
    rate += (sent - rate) * (isAnew ? 1 : StrictMath.min(1, seconds / SMOOTHING_SECONDS));
    double over = isAnew ? inForce : laxer; // when it came is seen by how many are outstanding
    beyond = rate > BEYOND * over ? (rate - over) * seconds : 0;
    if (beyond == 0) {
      excess =
          stands()
              ? StrictMath.max(0, excess)
              : StrictMath.max(-depth, excess - (limit - rate) * seconds);
    }
    return beyond;
  }

  /** This part of what came beyond the limit is outstanding. */
  void grow(double part) {
    excess += part * beyond;
  }

  /** I/Os per second that its limit let through. */
  double passed(double sent) {
    return rate > BEYOND * laxer ? StrictMath.min(sent, laxer) : sent;
  }

  /** Whether it sends all that its limit lets through. */
  boolean stands() {
    return rate >= STANDS * limit;
  }

  /** So many I/Os per second passed in an interval under its limit. */
  void didPass(double perSecond) {
    exact = StrictMath.abs(perSecond / limit - 1) < EXACTLY ? exact + 1 : 0;
  }

  /** Whether just what its limit lets through has passed for a while. */
  boolean isAtLimit() {
    return exact >= INTERVALS;
  }

  double outstanding() {
    return depth + excess;
  }
}
