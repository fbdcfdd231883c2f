package io.oasis.proving.fairness;

import java.util.List;

/**
 * What an application got.
 *
 * @param p99Millis of its latency
 * @param perSecond I/Os in each second
 */
record Got(double iops, double p99Millis, List<Double> perSecond) {
  Got {
    perSecond = List.copyOf(perSecond);
  }
}
