package io.oasis.agent.latency;

/**
 * How long what passes by itself goes on: bursts of a neighbour or of the device, that nobody wants
 * to be told of one by one.
 *
 * <p>Once it was seen twice, it is waited for as long before anything is told; it is forgotten by
 * and by.
 */
final class Passing {
  /** What is over sooner, in seconds, has passed; what lasts longer was a shift. */
  private static final double MOST_SECONDS = 300;

  /** The next one may last a little longer. */
  private static final double LONGER = 1.25;

  /** In so many seconds half of it is forgotten: ten days. */
  private static final double HALF_SECONDS = 864_000;

  /** Twice in ten days is no chance. */
  private static final double SOME = 1.5;

  private double longest;
  private double times;
  private double atSeconds;

  /**
   * Something was over after so many seconds.
   *
   * @return whether it has passed by itself
   */
  boolean over(double nowSeconds, double lastedSeconds) {
    if (lastedSeconds >= MOST_SECONDS) {
      return false;
    }
    double left = left(nowSeconds);
    longest = StrictMath.max(lastedSeconds, longest * left);
    times = times * left + 1;
    atSeconds = nowSeconds;
    return true;
  }

  /** How long to wait whether something passes. */
  double seconds(double nowSeconds) {
    return times < SOME ? 0 : LONGER * longest * left(nowSeconds);
  }

  private double left(double nowSeconds) {
    return StrictMath.pow(0.5, (nowSeconds - atSeconds) / HALF_SECONDS);
  }
}
