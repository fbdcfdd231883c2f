package io.oasis.manager.core.cache;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.protocol.Check;
import java.util.Optional;

/**
 * What one partition brings to a decision; sizes in bytes.
 *
 * @param weight relative importance, above 0
 * @param reserveBytes it gets at least this
 * @param limitBytes it never gets more; {@link Double#POSITIVE_INFINITY} when there is no such
 *     limit
 * @param holdingBytes what it has; 0 when it is new
 * @param wantedBytes what its request amounts to; empty when it asked for nothing
 * @param curve what it can expect of each size
 * @param accessesPerSecond that go through the cache
 * @param missMicros what a miss takes longer than a hit; the same for all when nobody knows
 */
public record CacheClaim(
    double weight,
    double reserveBytes,
    double limitBytes,
    double holdingBytes,
    Optional<Double> wantedBytes,
    HitCurve curve,
    double accessesPerSecond,
    double missMicros) {
  public CacheClaim {
    Check.require(weight > 0 && weight < Double.POSITIVE_INFINITY, "weight", weight, "above 0");
    Check.require(finite(reserveBytes), "reserveBytes", reserveBytes, "0 or more");
    Check.require(
        limitBytes >= reserveBytes,
        "limitBytes",
        limitBytes,
        "at least the reserve of " + reserveBytes);
    Check.require(finite(holdingBytes), "holdingBytes", holdingBytes, "0 or more");
    wantedBytes.ifPresent(wants -> Check.require(finite(wants), "wantedBytes", wants, "0 or more"));
    Check.require(finite(accessesPerSecond), "accessesPerSecond", accessesPerSecond, "0 or more");
    Check.require(missMicros > 0 && finite(missMicros), "missMicros", missMicros, "above 0");
  }

  private static boolean finite(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  /** What hits in a cache of this size save, in microseconds per second. */
  public double savedMicrosPerSecond(double bytes) {
    return accessesPerSecond * missMicros * curve.hitRatio(bytes);
  }
}
