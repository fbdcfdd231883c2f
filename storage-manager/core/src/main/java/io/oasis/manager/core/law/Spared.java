package io.oasis.manager.core.law;

/**
 * For how long an open loop was cut so that others could be asked, of the time that it was there:
 * whatever it sends meanwhile is late.
 */
final class Spared {
  /**
   * It may be cut for this part of its time: what waits then leaves as slowly, and both together
   * are to stay below the hundredth that a p99 does not show.
   */
  private static final double MOST = 0.005;

  /** A question takes so long, if its answer is plain, in seconds. */
  private static final double NEXT_SECONDS = 0.75;

  /** Both are sums over so many seconds, what was before counting for less and less. */
  private static final double MEMORY_SECONDS = 1000;

  private double thereSeconds;
  private double cutSeconds;

  /** Whether one is to be cut that was cut long enough. */
  static boolean isAny(Sides sides) {
    boolean is = false;
    for (int i = 0; i < sides.over.length; i++) {
      is |= sides.over[i] && sides.takers.get(i).wish.isSpared();
    }
    return is;
  }

  /** Those who are cut are so for so many seconds more. */
  static void count(Sides sides, double seconds) {
    for (int i = 0; i < sides.over.length; i++) {
      if (sides.over[i]) {
        sides.takers.get(i).wish.countCut(seconds);
      }
    }
  }

  void see(double seconds) {
    double kept = StrictMath.max(0, 1 - seconds / MEMORY_SECONDS);
    thereSeconds = kept * thereSeconds + seconds;
    cutSeconds *= kept;
  }

  void cut(double seconds) {
    cutSeconds += seconds;
  }

  /** Whether one more question would be too much; the first one is not. */
  boolean isEnough() {
    return cutSeconds > 0 && cutSeconds + NEXT_SECONDS > MOST * thereSeconds;
  }
}
