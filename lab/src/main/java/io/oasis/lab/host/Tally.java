package io.oasis.lab.host;

import io.oasis.lab.sim.Timeline;

/** Sums since the beginning; differences of two of them describe what lies between. */
public final class Tally {
  long completed;
  long bytes;
  long latencyNanos;
  long servedNanos;
  long passedNanos;
  private double outstandingNanos;
  private long at;

  void moveTo(long now, long outstanding) {
    outstandingNanos += (double) (now - at) * outstanding;
    at = now;
  }

  public long completed() {
    return completed;
  }

  public long bytes() {
    return bytes;
  }

  public double latencySeconds() {
    return latencyNanos / (double) Timeline.SECOND;
  }

  /** How long the device worked for what completed, where it says so. */
  public double servedSeconds() {
    return servedNanos / (double) Timeline.SECOND;
  }

  /** Time between the last limit and the answer, summed over what completed. */
  public double atDeviceSeconds() {
    return passedNanos / (double) Timeline.SECOND;
  }

  /** Requests issued and not answered, times seconds. */
  public double outstandingSeconds() {
    return outstandingNanos / Timeline.SECOND;
  }
}
