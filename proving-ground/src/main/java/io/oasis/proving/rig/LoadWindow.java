package io.oasis.proving.rig;

/**
 * What an application got over a stretch of time, measured by the load generator itself.
 *
 * @param iops completed per second
 * @param meanLatencyMs from submission to completion, waiting in a throttle included
 * @param p99LatencyMs the upper end of the bucket of its histogram: about 1 % wide with fio, 25 %
 *     with the built-in one
 */
public record LoadWindow(double iops, double meanLatencyMs, double p99LatencyMs) {
  /** No I/O. */
  public static final LoadWindow IDLE = new LoadWindow(0, 0, 0);
}
