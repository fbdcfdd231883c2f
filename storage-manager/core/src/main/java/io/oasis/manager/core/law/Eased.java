package io.oasis.manager.core.law;

/** What a limit may not fall below for a while, as the one before cost too much. */
final class Eased {
  /** It holds for so long at first, in seconds, ... */
  private static final double FIRST_SECONDS = 20;

  /** ... and for so long at most. */
  private static final double LONGEST_SECONDS = 300;

  private double least;
  private double until = Double.NEGATIVE_INFINITY;
  private double length;

  /** Limits are to be no less from now on: for longer when that was found before, not long ago. */
  void begin(double perSecond, double seconds) {
    boolean isAgain = seconds < until + length;
    length = isAgain ? StrictMath.min(LONGEST_SECONDS, 2 * length) : FIRST_SECONDS;
    least = perSecond;
    until = seconds + length;
  }

  double notBelow(double perSecond, double seconds) {
    return seconds < until ? StrictMath.max(perSecond, least) : perSecond;
  }
}
