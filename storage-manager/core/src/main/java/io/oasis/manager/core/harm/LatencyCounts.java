package io.oasis.manager.core.harm;

import java.util.Arrays;

/**
 * Latencies in bins, each a quarter wider than the last, from 10 microseconds to 15 seconds: a
 * quantile is right within 12 %. Weights are I/Os.
 */
final class LatencyCounts {
  /** Where the first bin begins; what is faster is counted in it. */
  private static final double FIRST_MICROS = 10;

  /** From a bin to the next: a quantile is right within the root of it, 12 %. */
  private static final double RATIO = 1.25;

  /** So many reach to 15 s; what is slower is counted in the last. */
  private static final int BINS = 64;

  /** Width of a bin on the logarithmic scale. */
  private static final double LOG_RATIO = StrictMath.log(RATIO);

  private final float[] counts = new float[BINS];
  private double sum;

  void add(double micros, double weight) {
    if (weight <= 0 || micros <= 0) {
      return;
    }
    int bin = (int) (StrictMath.log(micros / FIRST_MICROS) / LOG_RATIO);
    counts[Math.clamp(bin, 0, BINS - 1)] += (float) weight;
    sum += weight;
  }

  /** Halves all weights: what is older counts less. */
  void halve() {
    sum = 0;
    for (int i = 0; i < BINS; i++) {
      counts[i] /= 2;
      sum += counts[i];
    }
  }

  void clear() {
    Arrays.fill(counts, 0);
    sum = 0;
  }

  void become(LatencyCounts other) {
    System.arraycopy(other.counts, 0, counts, 0, BINS);
    sum = other.sum;
  }

  boolean isEmpty() {
    return sum <= 0;
  }

  /** In microseconds; 0 when there is nothing. */
  double p99() {
    double above = 0;
    for (int bin = BINS - 1; bin >= 0; bin--) {
      above += counts[bin];
      if (above > 0.01 * sum) {
        return FIRST_MICROS * StrictMath.pow(RATIO, bin + 0.5);
      }
    }
    return 0;
  }
}
