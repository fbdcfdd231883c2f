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

  /** Reads that the cache answered. */
  public final LongAdder cacheHits = new LongAdder();

  /** Sum of the time from arrival to answer, in nanoseconds. */
  public final LongAdder totalNanos = new LongAdder();

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
    deviceTime.record(nanos, count);
  }

  /** Reads that the cache answered. */
  public void hits(int count, long bytes, long nanos) {
    arrivals.add(count);
    reads.add(count);
    readBytes.add(bytes);
    cacheHits.add(count);
    totalNanos.add(nanos * count);
    cacheTime.record(nanos, count);
  }

  /** An I/O that a discipline scheduled. */
  public void scheduled(boolean write, int bytes, long queueNanos, long deviceNanos) {
    (write ? writes : reads).increment();
    (write ? writtenBytes : readBytes).add(bytes);
    totalNanos.add(queueNanos + deviceNanos);
    queueTime.record(queueNanos);
    deviceTime.record(deviceNanos);
  }

  public long completions() {
    return reads.sum() + writes.sum() + others.sum();
  }
}
