package io.oasis.standalone.lab;

/**
 * What an application got over a stretch of time, measured by fio itself.
 *
 * @param iops completed per second
 * @param meanLatencyMs from submission to completion, waiting in a throttle included
 * @param p99LatencyMs the upper end of the bucket of fio's histogram, about 1 % wide
 */
public record FioWindow(double iops, double meanLatencyMs, double p99LatencyMs) {
  /** No I/O. */
  public static final FioWindow IDLE = new FioWindow(0, 0, 0);
}
