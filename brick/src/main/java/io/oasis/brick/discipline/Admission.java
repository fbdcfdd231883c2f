package io.oasis.brick.discipline;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What zygaria can promise: the reserves of the pools together at most what the device does in the
 * worst case, the reserves of a pool's sessions together at most the pool's. Source: Zygaria,
 * section 3.
 */
public final class Admission {
  /** Sums of shares written as decimals are not exact. */
  private static final double TOLERANCE = 1e-9;

  private Admission() {}

  /**
   * @param deviceRuns the device's worst-case I/O runs per second; 0 when it is not known, and then
   *     pools are not bounded
   * @return why it cannot be promised; empty when it can
   */
  public static Optional<String> refusal(
      double deviceRuns, Collection<PoolTerms> pools, Collection<Terms> sessions) {
    double reserved = pools.stream().mapToDouble(PoolTerms::reserveRuns).sum();
    if (deviceRuns > 0 && reserved > deviceRuns * (1 + TOLERANCE)) {
      return Optional.of(
          "the pools' reserves add up to "
              + reserved
              + " runs per second, the device is good for "
              + deviceRuns);
    }
    Map<String, Double> inPool = new HashMap<>();
    sessions.forEach(terms -> inPool.merge(terms.pool(), terms.reserveIops(), Double::sum));
    for (PoolTerms pool : pools) {
      double promised = inPool.getOrDefault(pool.name(), 0.0);
      if (promised > pool.reserveRuns() * (1 + TOLERANCE)) {
        return Optional.of(
            "the reserves of the sessions of pool "
                + pool.name()
                + " add up to "
                + promised
                + " runs per second, the pool has "
                + pool.reserveRuns());
      }
    }
    double unpooled = inPool.getOrDefault(Terms.COMMON_POOL, 0.0);
    boolean isDeclared = pools.stream().anyMatch(pool -> pool.name().equals(Terms.COMMON_POOL));
    if (!isDeclared && deviceRuns > 0 && reserved + unpooled > deviceRuns * (1 + TOLERANCE)) {
      return Optional.of(
          "the reserves add up to "
              + (reserved + unpooled)
              + " runs per second, the device is good for "
              + deviceRuns);
    }
    return Optional.empty();
  }
}
