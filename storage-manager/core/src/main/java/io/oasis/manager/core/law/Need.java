package io.oasis.manager.core.law;

/** What somebody who is content needs, I/Os per second: it grows at once and falls slowly. */
final class Need {
  /** It is forgotten by this part a second when less is taken. */
  private static final double FALL = 0.02;

  /** The most that there was of it is forgotten by this part a second. */
  private static final double MOST_FALL = 0.002;

  /** One that grows by this factor over the most there was, and beyond chance, is another one. */
  private static final double OTHER = 1.3;

  /** Standard deviations that count as beyond chance. */
  private static final double BEYOND_CHANCE = 3;

  /** Who takes less at so many times the latency may just be kept waiting. */
  private static final double SLOWER = 1.1;

  private double now;
  private double latency;
  private double most;
  private boolean isKept;

  double perSecond() {
    return now;
  }

  void found(double perSecond) {
    now = perSecond;
    isKept = false;
    most = StrictMath.max(most, now);
  }

  /**
   * It was found under limits: where those are eased, less is taken as there is less to take, so it
   * is not forgotten.
   */
  void keep() {
    isKept = true;
  }

  void letSink() {
    isKept = false;
  }

  /**
   * Follows what is taken.
   *
   * @param takes for certain, I/Os per second
   * @param recently the same with what chance adds
   * @param isFree whether nobody is asked and it has no limit: what it takes is what it wants
   * @param length of the interval in seconds
   * @return whether it wants something else than it did: then nothing is known of it
   */
  boolean follow(double takes, double recently, boolean isFree, double latency, double length) {
    most *= 1 - MOST_FALL * length;
    if (takes <= now) {
      boolean isSlower = latency > SLOWER * this.latency && this.latency > 0;
      now -= isSlower || isKept ? 0 : FALL * length * (now - takes);
      return false;
    }
    if (isFree && recently > OTHER * most + BEYOND_CHANCE * StrictMath.sqrt(most)) {
      return true;
    }
    found(takes);
    this.latency = latency;
    return false;
  }
}
