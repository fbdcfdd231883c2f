package io.oasis.protocol;

/**
 * How much worse enforcement may make things before it gives up: a guard rail of a domain.
 *
 * @param mostThroughputLoss part of the throughput without limits that may be lost, 0 to 1
 * @param mostP99Growth part by which the p99 latency of a queue from which nothing is taken may
 *     grow, 0 to 1000
 */
public record HarmRail(double mostThroughputLoss, double mostP99Growth) {
  public static final HarmRail DEFAULT = new HarmRail(0.2, 0.5);

  /** As a part of the p99 without limits; chosen: with more the rail would stop nothing. */
  private static final double MOST_GROWTH = 1_000;

  public HarmRail {
    Check.fraction("mostThroughputLoss", mostThroughputLoss);
    if (!(mostP99Growth >= 0 && mostP99Growth <= MOST_GROWTH)) {
      throw Check.invalid("mostP99Growth", mostP99Growth, "must be between 0 and " + MOST_GROWTH);
    }
  }
}
