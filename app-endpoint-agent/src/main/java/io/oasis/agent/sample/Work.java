package io.oasis.agent.sample;

/** I/O done between two readings: operations and bytes, reads and writes. */
record Work(double reads, double writes, double readBytes, double writeBytes) {
  static final Work NONE = new Work(0, 0, 0, 0);

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
