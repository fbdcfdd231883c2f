package io.oasis.agent.latency;

import io.oasis.protocol.Flow;

/** The reads of the intervals that make a point. */
final class ReadSum {
  /** A point is a mean over so many seconds at least, or nearly. */
  private static final double POINT_SECONDS = 0.9;

  private double seconds;
  private double reads;
  private double micros;
  private double bytes;

  void add(Flow flow, double length) {
    if (flow.completionsPerSecond() > 0 && flow.meanLatencyMicros() > 0) {
      double done = flow.completionsPerSecond() * length;
      reads += done;
      micros += done * flow.meanLatencyMicros();
      bytes += flow.bytesPerSecond() * length;
    }
    seconds += length;
  }

  boolean isPoint() {
    return seconds >= POINT_SECONDS;
  }

  boolean isEmpty() {
    return reads == 0;
  }

  double meanMicros() {
    return micros / reads;
  }

  double meanBytes() {
    return bytes / reads;
  }

  double perSecond() {
    return reads / seconds;
  }

  void clear() {
    seconds = 0;
    reads = 0;
    micros = 0;
    bytes = 0;
  }
}
