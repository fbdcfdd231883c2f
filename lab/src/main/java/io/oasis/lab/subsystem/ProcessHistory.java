package io.oasis.lab.subsystem;

/**
 * What the anticipatory elevator knows of a process that reads: how long it thinks, and how far it
 * goes from one read to the next.
 *
 * <p>Law: means in which a sample counts an eighth, and those before it seven eighths. A read that
 * comes while another one of its process waits has no think time.
 *
 * <p>Source: {@code as_update_iohist} of Linux' {@code as-iosched.c}.
 */
final class ProcessHistory {
  /** What a new sample counts. */
  private static final double NEW = 1.0 / 8;

  /** {@code MAX_THINKTIME}, HZ / 50: who thinks for longer counts as this. */
  private static final long MOST_THINKING = 20_000_000;

  /** A distance counts as four times the mean and so much more at most: 128 Ki sectors. */
  private static final long MORE_SEEKING = 64L << 20;

  /** The same of the first samples: 2 Mi sectors. */
  private static final long MORE_SEEKING_AT_FIRST = 1L << 30;

  /** Samples are the first ones as long as they weigh 60 of 256 together. */
  private static final double FIRST = 60.0 / 256;

  private boolean hasIssued;
  private boolean hasCompleted;
  private long completedAt;
  private long end;
  private double weight;
  private double thinking;
  private double seeking;
  private int waiting;

  void issued(long offset, int bytes, long now) {
    if (hasIssued) {
      long think = hasCompleted && waiting == 0 ? now - completedAt : 0;
      long more = weight <= FIRST ? MORE_SEEKING_AT_FIRST : MORE_SEEKING;
      double distance = StrictMath.min(StrictMath.abs(offset - end), 4 * seekBytes() + more);
      weight += NEW * (1 - weight);
      thinking += NEW * (StrictMath.min(think, MOST_THINKING) - thinking);
      seeking += NEW * (distance - seeking);
    }
    hasIssued = true;
    end = offset + bytes;
    waiting++;
  }

  void sent() {
    waiting--;
  }

  void completed(long now) {
    hasCompleted = true;
    completedAt = now;
  }

  boolean hasWaiting() {
    return waiting > 0;
  }

  /** Mean time from a read's completion to the next read, in nanoseconds. */
  double thinkNanos() {
    return weight > 0 ? thinking / weight : 0;
  }

  /** Mean distance from a read's end to the next read. */
  double seekBytes() {
    return weight > 0 ? seeking / weight : 0;
  }
}
