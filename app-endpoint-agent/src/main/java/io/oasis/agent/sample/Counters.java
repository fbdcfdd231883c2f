package io.oasis.agent.sample;

import io.oasis.linux.DiskCounters;

/** Differences of counters that may have wrapped or started again. */
final class Counters {
  /** Where the kernel's counters of 32 bits begin again. */
  private static final long WRAP_32 = 1L << 32;

  private Counters() {}

  /**
   * How far a counter of 32 bits went; it wrapped when it went down. The kernel prints these as
   * unsigned, so a value beyond 32 bits comes from a wider counter, which does not wrap.
   */
  static long since32(long before, long now) {
    if (now >= before) {
      return now - before;
    }
    return before < WRAP_32 ? now + WRAP_32 - before : now;
  }

  /** Whether the device's counters started again: those of operations and sectors never wrap. */
  static boolean isReset(DiskCounters before, DiskCounters now) {
    return isReset(before.reads(), now.reads()) || isReset(before.writes(), now.writes());
  }

  private static boolean isReset(DiskCounters.Completed before, DiskCounters.Completed now) {
    return now.operations() < before.operations() || now.sectors() < before.sectors();
  }

  /** How far a counter of a cgroup went; one that went down started again from zero. */
  static long since(long before, long now) {
    return now >= before ? now - before : now;
  }
}
