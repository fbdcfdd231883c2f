package io.oasis.manager.planners.insulation;

import java.util.OptionalDouble;

/**
 * Section 3.4: how much cache a workload needs so that its requests take, within its share of the
 * disk's time, no longer than when the whole cache was its own, by the R-value.
 */
final class Partition {
  private Partition() {}

  /** {@code S = p S_buf + (1 - p) S_disk}, the mean time of a request with this much cache. */
  private static double meanMicros(Profile.Random random, double bytes) {
    return meanMicrosAt(random, random.hits().hitRatio(bytes));
  }

  private static double meanMicrosAt(Profile.Random random, double hitRatio) {
    double disk = random.disk().micros(random.depth());
    return hitRatio * random.hitMicros() + (1 - hitRatio) * disk;
  }

  /** Throughput with this much cache by throughput with all of it; at most 1. */
  static double efficiency(Profile.Random random, double bytes, double cacheBytes) {
    return StrictMath.min(1, meanMicros(random, cacheBytes) / meanMicros(random, bytes));
  }

  /** The smallest partition with this efficiency. */
  static double leastBytes(Profile.Random random, double cacheBytes, Efficiency efficiency) {
    double allowed = meanMicros(random, cacheBytes) / efficiency.value();
    double disk = random.disk().micros(random.depth());
    double hitRatio = (disk - allowed) / (disk - random.hitMicros());
    if (hitRatio <= 0) {
      return 0;
    }
    OptionalDouble bytes = random.hits().bytesFor(hitRatio);
    return StrictMath.min(cacheBytes, bytes.orElse(cacheBytes));
  }
}
