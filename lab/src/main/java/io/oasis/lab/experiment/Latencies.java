package io.oasis.lab.experiment;

import java.util.Arrays;

/** What latencies say together. */
final class Latencies {
  private Latencies() {}

  static double mean(double[] latencies) {
    return Arrays.stream(latencies).sum() / latencies.length;
  }

  /** Standard deviation by mean. */
  static double variation(double[] latencies) {
    double mean = mean(latencies);
    double squares = 0;
    for (double latency : latencies) {
      squares += (latency - mean) * (latency - mean);
    }
    return StrictMath.sqrt(squares / latencies.length) / mean;
  }

  /** The value that this part of them does not exceed. */
  static double percentile(double[] latencies, double part) {
    double[] sorted = latencies.clone();
    Arrays.sort(sorted);
    return sorted[StrictMath.max(0, (int) StrictMath.ceil(part * sorted.length) - 1)];
  }
}
