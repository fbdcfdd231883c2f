package io.oasis.protocol;

import java.util.Optional;

/**
 * What one queue did during an interval, as seen by the agent.
 *
 * @param outstanding mean number of I/Os in flight below the throttle
 * @param held I/Os that wait behind its limit at the end of the interval; absent where that cannot
 *     be told, 0 for who is not limited
 * @param unserved I/Os that the device does not get to as it does others first, where some of them
 *     may be this queue's
 * @param latencySource whose latency {@code reads} and {@code writes} carry
 */
public record QueueSample(
    Flow reads,
    Flow writes,
    double outstanding,
    Optional<Double> held,
    Optional<Double> unserved,
    LatencySource latencySource) {
  /** Where a queue's latency was measured. */
  public enum LatencySource {
    /** On this queue itself. */
    QUEUE,
    /** On its whole LUN: the counters of the kernel know no better. */
    LUN
  }

  public QueueSample {
    Check.measured("outstanding", outstanding);
    held.ifPresent(count -> Check.measured("held", count));
    unserved.ifPresent(count -> Check.measured("unserved", count));
  }

  /** One that the device gets to. */
  public QueueSample(
      Flow reads,
      Flow writes,
      double outstanding,
      Optional<Double> held,
      LatencySource latencySource) {
    this(reads, writes, outstanding, held, Optional.empty(), latencySource);
  }

  /** The same with another figure of what waits. */
  public QueueSample withHeld(Optional<Double> count) {
    return new QueueSample(reads, writes, outstanding, count, unserved, latencySource);
  }

  /** The same when the device leaves so many I/Os, 0 for none, that may be this queue's. */
  public QueueSample withUnserved(double count) {
    Optional<Double> some = count > 0 ? Optional.of(count) : Optional.empty();
    return new QueueSample(reads, writes, outstanding, held, some, latencySource);
  }

  public double arrivalsPerSecond() {
    return reads.arrivalsPerSecond() + writes.arrivalsPerSecond();
  }

  public double completionsPerSecond() {
    return reads.completionsPerSecond() + writes.completionsPerSecond();
  }

  public double bytesPerSecond() {
    return reads.bytesPerSecond() + writes.bytesPerSecond();
  }

  public Bandwidth bandwidth() {
    return Bandwidth.of(completionsPerSecond(), bytesPerSecond());
  }

  /** Mean latency over both directions, weighted by completions; 0 when nothing completed. */
  public double meanLatencyMicros() {
    return reads.meanLatencyMicrosWith(writes);
  }
}
