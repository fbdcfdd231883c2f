package io.oasis.proving.scale;

import java.util.Arrays;

/** Times, and their quantiles. */
final class LatencyLog {
  private long[] nanos = new long[1_024];
  private int count;

  void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = value;
  }

  int count() {
    return count;
  }

  /**
   * @return the smallest that {@code part} of them do not exceed, in ms; NaN for none
   */
  double quantileMillis(double part) {
    if (count == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(part * count);
    return sorted[Math.clamp(rank - 1, 0, count - 1)] / 1e6;
  }
}
