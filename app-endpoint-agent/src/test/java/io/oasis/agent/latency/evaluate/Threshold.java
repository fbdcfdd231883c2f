package io.oasis.agent.latency.evaluate;

import java.util.Arrays;

/**
 * Told when the mean, or a percentile, of a period exceeds that of the last day by a factor.
 *
 * <p>The base follows over a day, so that it does not matter how lucky its first period was.
 */
final class Threshold implements Rival {
  private static final double DAY = 86_400;

  /** Nothing is told before so many points. */
  private static final int FIRST = 3_600;

  private final double percentile;
  private final double[] factors;
  private final double[] period;
  private int in;
  private double periods;
  private double base;

  private Threshold(int period, double percentile, double... factors) {
    this.period = new double[period];
    this.percentile = percentile;
    this.factors = factors.clone();
  }

  static Threshold ofMean(int period, double... factors) {
    return new Threshold(period, -1, factors);
  }

  static Threshold ofPercentile(int period, double percentile, double... factors) {
    return new Threshold(period, percentile, factors);
  }

  @Override
  public int settings() {
    return factors.length;
  }

  @Override
  public void add(long second, Second did, boolean[] told) {
    Arrays.fill(told, false);
    if (did.reads() == 0) {
      return;
    }
    period[in++] = did.micros();
    if (in < period.length) {
      return;
    }
    in = 0;
    double now = value();
    for (int i = 0; i < factors.length; i++) {
      told[i] = periods * period.length >= FIRST && now > base * factors[i];
    }
    periods = StrictMath.min(StrictMath.max(1, DAY / period.length), periods + 1);
    base += (now - base) / periods;
  }

  private double value() {
    if (percentile < 0) {
      return Arrays.stream(period).average().orElse(0);
    }
    Arrays.sort(period);
    return period[(int) StrictMath.ceil(percentile * period.length) - 1];
  }
}
