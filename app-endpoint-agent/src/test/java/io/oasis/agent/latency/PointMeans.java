package io.oasis.agent.latency;

import java.util.OptionalDouble;

/**
 * Makes one point of several latencies: their mean. Needed where latencies have two modes and what
 * changes is how often each occurs.
 */
public final class PointMeans {
  private final int latenciesPerPoint;
  private int count;
  private double sumMicros;

  public PointMeans(int latenciesPerPoint) {
    if (latenciesPerPoint < 1) {
      throw new IllegalArgumentException(
          "latenciesPerPoint = " + latenciesPerPoint + ": must be 1 or more");
    }
    this.latenciesPerPoint = latenciesPerPoint;
  }

  /** The mean of the last latencies when this one completes a point. */
  public OptionalDouble add(double micros) {
    sumMicros += micros;
    count++;
    if (count < latenciesPerPoint) {
      return OptionalDouble.empty();
    }
    double mean = sumMicros / count;
    count = 0;
    sumMicros = 0;
    return OptionalDouble.of(mean);
  }
}
