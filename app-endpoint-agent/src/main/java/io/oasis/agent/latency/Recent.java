package io.oasis.agent.latency;

import java.util.Arrays;

/** The latest points of a queue: a period of them. */
final class Recent {
  private final float[] micros = new float[LatencyWatch.PERIOD];
  private int next;
  private int count;

  void add(double latency) {
    micros[next] = (float) latency;
    next = (next + 1) % micros.length;
    count = StrictMath.min(count + 1, micros.length);
  }

  boolean isFull() {
    return count == micros.length;
  }

  void clear() {
    count = 0;
    next = 0;
  }

  /** The mean of the latest so many, or of as many as there are. */
  double mean(int latest) {
    double sum = 0;
    int of = StrictMath.min(StrictMath.max(1, latest), count);
    for (int i = 1; i <= of; i++) {
      sum += at(i);
    }
    return sum / of;
  }

  /** The mean of their logarithms. */
  double meanLog(int latest) {
    double sum = 0;
    int of = StrictMath.min(StrictMath.max(1, latest), count);
    for (int i = 1; i <= of; i++) {
      sum += StrictMath.log(at(i));
    }
    return sum / of;
  }

  private double at(int back) {
    return micros[(next - back + micros.length) % micros.length];
  }

  /** All of them in order of size, as logarithms. */
  double[] sortedLogs() {
    double[] logs = new double[count];
    for (int i = 0; i < count; i++) {
      logs[i] = StrictMath.log(micros[i]);
    }
    Arrays.sort(logs);
    return logs;
  }
}
