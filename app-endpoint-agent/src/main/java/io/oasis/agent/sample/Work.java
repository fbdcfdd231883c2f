package io.oasis.agent.sample;

import io.oasis.linux.DiskCounters;

/** I/O done between two readings: operations and bytes, reads and writes. */
record Work(double reads, double writes, double readBytes, double writeBytes) {
  static final Work NONE = new Work(0, 0, 0, 0);

  /** The kernel counts in sectors of so many bytes, whatever the device's are. */
  private static final int SECTOR_BYTES = 512;

  /** What a device did between two readings of its counters. */
  static Work done(DiskCounters old, DiskCounters now) {
    return new Work(
        now.reads().operations() - old.reads().operations(),
        now.writes().operations() - old.writes().operations(),
        bytes(old.reads(), now.reads()),
        bytes(old.writes(), now.writes()));
  }

  private static double bytes(DiskCounters.Completed old, DiskCounters.Completed now) {
    return (double) (now.sectors() - old.sectors()) * SECTOR_BYTES;
  }

  Work plus(Work other) {
    return new Work(
        reads + other.reads,
        writes + other.writes,
        readBytes + other.readBytes,
        writeBytes + other.writeBytes);
  }

  /** What is left of it without the other; never below zero. */
  Work minus(Work other) {
    double leftReadBytes = Math.max(0, readBytes - other.readBytes);
    double leftWriteBytes = Math.max(0, writeBytes - other.writeBytes);
    return new Work(
        leftReadBytes == 0 ? 0 : Math.max(0, reads - other.reads),
        leftWriteBytes == 0 ? 0 : Math.max(0, writes - other.writes),
        leftReadBytes,
        leftWriteBytes);
  }

  double operations() {
    return reads + writes;
  }

  double bytes() {
    return readBytes + writeBytes;
  }

  boolean isNone() {
    return operations() <= 0 && bytes() <= 0;
  }
}
