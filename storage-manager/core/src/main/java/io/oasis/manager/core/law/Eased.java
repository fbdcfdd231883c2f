package io.oasis.manager.core.law;

/**
 * What a limit may not fall below for a while, as the one before cost too much. Then it sinks,
 * until that is seen to be so still.
 */
final class Eased {
  /** It holds for so long at first, in seconds, ... */
  private static final double FIRST_SECONDS = 20;

  /** ... and for so long at most. */
  private static final double LONGEST_SECONDS = 300;

  /** Then it sinks by this part a second: what costs too much is seen before it costs much. */
  private static final double SINKS = 0.05;

  /** A limit that is above by less than this part is as low as it may be. */
  private static final double REACHED = 1.05;

  private double least;
  private double until = Double.NEGATIVE_INFINITY;
  private double length;

  /**
   * Limits are to be no less from now on: for longer when that is found once more not long after
   * they were let sink. What is eased twice meanwhile is one finding.
   */
  void begin(double perSecond, double seconds) {
    if (seconds >= until) {
      boolean isAgain = seconds < until + length;
      length = isAgain ? StrictMath.min(LONGEST_SECONDS, 2 * length) : FIRST_SECONDS;
    }
    least = perSecond;
    until = seconds + length;
  }

  /** It was seen to cost nothing. */
  void end() {
    least = 0;
    until = Double.NEGATIVE_INFINITY;
  }

  double notBelow(double perSecond, double seconds) {
    double past = StrictMath.max(0, seconds - until);
    return StrictMath.max(perSecond, least * StrictMath.exp(-SINKS * past));
  }

  boolean isReached(double limit, double seconds) {
    return seconds < until && limit < REACHED * least;
  }
}
