package io.oasis.agent.latency.evaluate;

import java.util.Arrays;

/**
 * Page's cumulative sum (1954) over standardised logarithms: told when the sum of {@code z -
 * slack}, never below 0, exceeds the limit. Mean and deviation are those of the last day.
 */
final class Cusum implements Rival {
  private static final double DAY = 86_400;

  /** Nothing is told before so many points. */
  private static final int FIRST = 3_600;

  /** Deviations that each point is forgiven. */
  private static final double SLACK = 0.25;

  private final double[] limits;
  private final double[] above;
  private double count;
  private double mean;
  private double square;

  Cusum(double... limits) {
    this.limits = limits.clone();
    above = new double[limits.length];
  }

  @Override
  public int settings() {
    return limits.length;
  }

  @Override
  public void add(long second, Second did, boolean[] told) {
    Arrays.fill(told, false);
    if (did.reads() == 0) {
      return;
    }
    double log = StrictMath.log(did.micros());
    if (count >= FIRST) {
      double deviation = StrictMath.sqrt(StrictMath.max(1e-6, square - mean * mean));
      double more = (log - mean) / deviation - SLACK;
      for (int i = 0; i < limits.length; i++) {
        above[i] = StrictMath.max(0, above[i] + more);
        told[i] = above[i] > limits[i];
        above[i] = told[i] ? 0 : above[i];
      }
    }
    count = StrictMath.min(DAY, count + 1);
    mean += (log - mean) / count;
    square += (log * log - square) / count;
  }
}
