package io.oasis.brick.stats;

import java.util.concurrent.atomic.LongAdder;

/**
 * One application's I/O on one volume since the server started. Relations that hold when nothing is
 * under way: arrivals = completions + refusals, reads + writes = completions, and each histogram of
 * the three has as many entries as I/Os went that way.
 */
public final class FlowStatistics {
  public final LongAdder arrivals = new LongAdder();
  public final LongAdder reads = new LongAdder();
  public final LongAdder writes = new LongAdder();
  public final LongAdder readBytes = new LongAdder();
  public final LongAdder writtenBytes = new LongAdder();

  /** Trims, zeroes and flushes. */
  public final LongAdder others = new LongAdder();

  /** Requests that were answered with an error. */
  public final LongAdder refusals = new LongAdder();

  /** Reads that the cache answered, their bytes, and the sum of their time in nanoseconds. */
  public final LongAdder cacheHits = new LongAdder();

  public final LongAdder cacheHitBytes = new LongAdder();
  public final LongAdder cacheNanos = new LongAdder();

  /** Sum of the time from arrival to answer, in nanoseconds; that of writes alone. */
  public final LongAdder totalNanos = new LongAdder();

  public final LongAdder writeNanos = new LongAdder();

  /** Sum of the time for which a limit held I/O back, in nanoseconds. */
  public final LongAdder heldNanos = new LongAdder();

  /** From arrival until the discipline let it go. */
  public final LatencyHistogram queueTime = new LatencyHistogram();

  /** Of reads that the cache answered. */
  public final LatencyHistogram cacheTime = new LatencyHistogram();

  /** At the volume, and in the device model when there is one. */
  public final LatencyHistogram deviceTime = new LatencyHistogram();

  /** I/Os of one direction that were done together without waiting for anybody. */
  public void direct(boolean write, int count, long bytes, long nanos) {
    arrivals.add(count);
    (write ? writes : reads).add(count);
    (write ? writtenBytes : readBytes).add(bytes);
    totalNanos.add(nanos * count);
    if (write) {
      writeNanos.add(nanos * count);
    }
    deviceTime.record(nanos, count);
  }

  /** Reads that the cache answered. */
  public void hits(int count, long bytes, long nanos) {
    arrivals.add(count);
    reads.add(count);
    readBytes.add(bytes);
    cacheHits.add(count);
    cacheHitBytes.add(bytes);
    cacheNanos.add(nanos * count);
    totalNanos.add(nanos * count);
    cacheTime.record(nanos, count);
  }

  /**
   * An I/O that a discipline scheduled.
   *
   * @param held part of {@code queueNanos} for which a limit held it back
   */
  public void scheduled(boolean write, int bytes, long queueNanos, long held, long deviceNanos) {
    (write ? writes : reads).increment();
    (write ? writtenBytes : readBytes).add(bytes);
    totalNanos.add(queueNanos + deviceNanos);
    if (write) {
      writeNanos.add(queueNanos + deviceNanos);
    }
    if (held > 0) {
      heldNanos.add(held);
    }
    queueTime.record(queueNanos);
    deviceTime.record(deviceNanos);
  }

  public long completions() {
    return reads.sum() + writes.sum() + others.sum();
  }
}
