package io.oasis.lab.brick;

import java.util.Arrays;

/** Times at which something happened, in order, in nanoseconds. */
public final class Moments {
  private long[] times = new long[1_024];
  private int count;

  public void add(long nanos) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
    }
    times[count++] = nanos;
  }

  public int count() {
    return count;
  }

  public long at(int index) {
    if (index >= count) {
      throw new IndexOutOfBoundsException("index = " + index + ": must be below " + count);
    }
    return times[index];
  }

  /** How many lie before this time. */
  public int before(long nanos) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
