package io.oasis.protocol;

import java.util.Optional;

/**
 * What a domain can carry, learned from usage and latency: an interval, never a number typed in.
 *
 * <p>The unit is <em>cost per second</em>: an I/O of S bytes costs {@code 1 + S / bytesPerCost}, so
 * a small I/O costs about 1 and a large one is charged for its bytes.
 *
 * @param lowerCostPerSecond shown to be possible
 * @param upperCostPerSecond beyond it the device was seen to saturate; absent while never saturated
 * @param lowerIops and {@code upperIops}: the same at the mean size of the present I/O
 * @param saturated whether the last interval was at capacity
 * @param ageMillis since the interval was last confirmed by a saturated measurement
 */
public record CapacityEstimate(
    double lowerCostPerSecond,
    Optional<Double> upperCostPerSecond,
    double lowerIops,
    Optional<Double> upperIops,
    double bytesPerCost,
    boolean saturated,
    Source source,
    long ageMillis) {
  /** Where the interval comes from. */
  public enum Source {
    /** Nothing measured yet. */
    NONE,
    /** Only throughput below saturation was seen: a lower bound. */
    UNSATURATED,
    /** Throughput at saturation, the knee. */
    KNEE,
    /** A saturated throughput off the old interval: the capacity changed. */
    CHANGE_POINT
  }

  public CapacityEstimate {
    Check.notNegative("lowerCostPerSecond", lowerCostPerSecond);
    upperCostPerSecond.ifPresent(upper -> Check.notNegative("upperCostPerSecond", upper));
    Check.notNegative("lowerIops", lowerIops);
    upperIops.ifPresent(upper -> Check.notNegative("upperIops", upper));
    Check.positive("bytesPerCost", bytesPerCost);
    Check.notNegative("ageMillis", ageMillis);
  }
}
