package io.oasis.brick.nbd;

import io.oasis.brick.stats.FlowStatistics;

/**
 * Counts what the connection's thread does itself, batch by batch: one look at the clock before and
 * one after, and the shared counters once.
 */
final class DirectTally {
  private final FlowStatistics statistics;
  private long began;
  private int reads;
  private long readBytes;
  private int writes;
  private long writtenBytes;
  private int hits;
  private long hitBytes;

  DirectTally(FlowStatistics statistics) {
    this.statistics = statistics;
  }

  void begin() {
    began = System.nanoTime();
  }

  void read(int bytes) {
    reads++;
    readBytes += bytes;
  }

  void write(int bytes) {
    writes++;
    writtenBytes += bytes;
  }

  void hit(int bytes) {
    hits++;
    hitBytes += bytes;
  }

  void end() {
    if ((reads | writes | hits) == 0) {
      return;
    }
    long nanos = System.nanoTime() - began;
    if (reads > 0) {
      statistics.direct(false, reads, readBytes, nanos / reads);
    }
    if (hits > 0) {
      statistics.hits(hits, hitBytes, nanos / hits);
    }
    if (writes > 0) {
      statistics.direct(true, writes, writtenBytes, nanos / writes);
    }
    reads = 0;
    writes = 0;
    hits = 0;
    readBytes = 0;
    hitBytes = 0;
    writtenBytes = 0;
    began += nanos;
  }
}
