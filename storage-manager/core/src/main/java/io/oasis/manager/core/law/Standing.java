package io.oasis.manager.core.law;

/** For how long I/Os have been standing in a device, as somebody has to wait for another. */
final class Standing {
  /** They must for so long before anybody is asked, in seconds, ... */
  private static final double SECONDS = 0.7;

  /** ... and in more than one interval: a stall may be over before it is seen. */
  private static final int INTERVALS = 2;

  /**
   * ... so many at least. Who always has one in a device that serves the first come first, while
   * others take more than half of it, finds as many there on average.
   */
  private static final double LEAST_IOS = 2.5;

  private double seconds;
  private int intervals;

  void see(boolean waits, double inFlight, double length) {
    boolean isStanding = waits && inFlight >= LEAST_IOS;
    seconds = isStanding ? seconds + length : 0;
    intervals = isStanding ? intervals + 1 : 0;
  }

  double seconds() {
    return seconds;
  }

  boolean isLongEnough() {
    return seconds >= SECONDS && intervals >= INTERVALS;
  }
}
