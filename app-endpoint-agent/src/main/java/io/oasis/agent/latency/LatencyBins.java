package io.oasis.agent.latency;

/**
 * Bins of latency that cover everything: the first also holds what is below it, the last what is
 * above.
 */
public sealed interface LatencyBins {
  int count();

  /** The bin of a latency. */
  int of(double micros);

  /** What a latency becomes when it is shifted by so many bins; never below 0. */
  double shifted(double micros, int bins);

  /**
   * Each bin is wider than the one before by a ratio: shifts are factors.
   *
   * @param leastMicros lower edge of the first bin, above 0
   * @param ratio of neighbouring edges, above 1
   */
  record Logarithmic(double leastMicros, double ratio, int count) implements LatencyBins {
    public Logarithmic {
      require(leastMicros > 0, "leastMicros", leastMicros, "above 0");
      require(ratio > 1 && ratio <= 10, "ratio", ratio, "above 1 and at most 10");
      requireCount(count);
    }

    @Override
    public int of(double micros) {
      return micros <= leastMicros
          ? 0
          : clamp(StrictMath.log(micros / leastMicros) / StrictMath.log(ratio), count);
    }

    @Override
    public double shifted(double micros, int bins) {
      return micros * StrictMath.pow(ratio, bins);
    }
  }

  /**
   * All bins are equally wide: shifts are differences.
   *
   * @param leastMicros lower edge of the first bin, 0 or more
   * @param widthMicros above 0
   */
  record Linear(double leastMicros, double widthMicros, int count) implements LatencyBins {
    public Linear {
      require(leastMicros >= 0, "leastMicros", leastMicros, "0 or more");
      require(widthMicros > 0, "widthMicros", widthMicros, "above 0");
      requireCount(count);
    }

    @Override
    public int of(double micros) {
      return clamp((micros - leastMicros) / widthMicros, count);
    }

    @Override
    public double shifted(double micros, int bins) {
      return StrictMath.max(0, micros + bins * widthMicros);
    }
  }

  private static int clamp(double bin, int count) {
    return (int) StrictMath.max(0, StrictMath.min(count - 1, StrictMath.floor(bin)));
  }

  private static void requireCount(int count) {
    require(count >= 2 && count <= 10_000, "count", count, "between 2 and 10000");
  }

  private static void require(boolean holds, String field, double value, String rule) {
    if (!holds || !Double.isFinite(value)) {
      throw new IllegalArgumentException(field + " = " + value + ": must be " + rule);
    }
  }
}
