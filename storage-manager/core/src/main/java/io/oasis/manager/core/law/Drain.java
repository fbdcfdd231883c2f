package io.oasis.manager.core.law;

/** Until what was in a device before somebody was cut is through. */
final class Drain {
  /** It is after so many latencies, but wait no longer than the longest. */
  private static final double LATENCIES = 3;

  /** Latencies below this need no waiting for, in seconds. */
  private static final double SHORT_LATENCY_SECONDS = 0.1 / LATENCIES;

  /** Nothing takes longer to get through than this, in seconds. */
  private static final double LONGEST_SECONDS = 1.5;

  private Drain() {}

  /**
   * In seconds, as whole intervals of the length that they have since.
   *
   * @param latency before anybody was cut, in seconds
   */
  static double seconds(double latency, double length) {
    double latencies =
        latency > SHORT_LATENCY_SECONDS ? StrictMath.ceil(LATENCIES * latency / length) : 0;
    return StrictMath.min(LONGEST_SECONDS, length + length * latencies);
  }
}
