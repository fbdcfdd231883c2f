package io.oasis.manager.core.capacity;

import java.util.Arrays;

/** The last measurements of a device that stayed saturated. */
final class Recent {
  private final double[] samples;
  private int count;
  private int next;

  Recent(int size) {
    samples = new double[size];
  }

  void add(double sample) {
    samples[next] = sample;
    next = (next + 1) % samples.length;
    count = StrictMath.min(count + 1, samples.length);
  }

  void clear() {
    count = 0;
    next = 0;
  }

  boolean isFull() {
    return count == samples.length;
  }

  double median() {
    double[] sorted = Arrays.copyOf(samples, count);
    Arrays.sort(sorted);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += samples[i];
    }
    return sum / count;
  }
}
