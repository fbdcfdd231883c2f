package io.oasis.agent.latency;

import java.util.Arrays;

/** Latencies of a period as a distribution over bins: their order is not kept. */
public final class LatencyHistogram {
  private final LatencyBins bins;
  private final int[] counts;
  private int total;
  private double sumMicros;

  public LatencyHistogram(LatencyBins bins) {
    this.bins = bins;
    counts = new int[bins.count()];
  }

  public void add(double micros) {
    if (!(micros >= 0) || micros == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "micros = " + micros + ": must be a finite number, zero or more");
    }
    counts[bins.of(micros)]++;
    total++;
    sumMicros += micros;
  }

  public void clear() {
    Arrays.fill(counts, 0);
    total = 0;
    sumMicros = 0;
  }

  public LatencyBins bins() {
    return bins;
  }

  public int total() {
    return total;
  }

  /** 0 when there are none. */
  public double meanMicros() {
    return total == 0 ? 0 : sumMicros / total;
  }

  /**
   * The parts of all latencies in each bin, blurred by a triangle that reaches {@code blur} bins to
   * each side.
   */
  double[] blurred(int blur) {
    double[] parts = new double[counts.length + 2 * blur];
    double whole = (double) (blur + 1) * (blur + 1) * StrictMath.max(1, total);
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        for (int off = -blur; off <= blur; off++) {
          parts[bin + blur + off] += counts[bin] * (blur + 1 - StrictMath.abs(off)) / whole;
        }
      }
    }
    return parts;
  }
}
