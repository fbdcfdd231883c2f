package io.oasis.brick.stats;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts of durations in bins that grow with the duration: four per doubling, so a value read from
 * it is at most 25 % too large. Recording is one atomic addition and no allocation.
 */
public final class LatencyHistogram {
  private static final int BINS_PER_DOUBLING_SHIFT = 2;
  private static final int BINS_PER_DOUBLING = 1 << BINS_PER_DOUBLING_SHIFT;

  /** Up to 2^41 ns, 36 minutes. */
  private static final int BINS = 40 * BINS_PER_DOUBLING;

  private final AtomicLongArray counts = new AtomicLongArray(BINS);

  public void record(long nanos) {
    counts.getAndIncrement(binOf(nanos));
  }

  public void record(long nanos, int times) {
    counts.getAndAdd(binOf(nanos), times);
  }

  public long count() {
    long sum = 0;
    for (int i = 0; i < BINS; i++) {
      sum += counts.get(i);
    }
    return sum;
  }

  /**
   * @param part 0 to 1
   * @return upper end of the bin that the quantile lies in, in nanoseconds; 0 when nothing was
   *     recorded
   */
  public long quantileNanos(double part) {
    long wanted = (long) Math.ceil(part * count());
    long sum = 0;
    for (int i = 0; i < BINS; i++) {
      sum += counts.get(i);
      if (sum >= wanted && sum > 0) {
        return lowerEnd(i + 1);
      }
    }
    return 0;
  }

  /** Counts by bin; {@link #lowerEnd} says where each begins. Bins at the end may be left out. */
  public long[] bins() {
    int last = BINS;
    while (last > 0 && counts.get(last - 1) == 0) {
      last--;
    }
    long[] bins = new long[last];
    for (int i = 0; i < last; i++) {
      bins[i] = counts.get(i);
    }
    return bins;
  }

  /** The least duration that falls into the bin, in nanoseconds. */
  public static long lowerEnd(int bin) {
    if (bin < BINS_PER_DOUBLING) {
      return bin;
    }
    int shift = (bin >>> BINS_PER_DOUBLING_SHIFT) - 1;
    return (long) (BINS_PER_DOUBLING + (bin & (BINS_PER_DOUBLING - 1))) << shift;
  }

  static int binOf(long nanos) {
    if (nanos < BINS_PER_DOUBLING) {
      return (int) Math.max(nanos, 0);
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int shift = exponent - BINS_PER_DOUBLING_SHIFT;
    int bin =
        ((shift + 1) << BINS_PER_DOUBLING_SHIFT) + (int) (nanos >>> shift) - BINS_PER_DOUBLING;
    return Math.min(bin, BINS - 1);
  }
}
