package io.oasis.brick.nbd;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Decides whether one connection's thread may look for the next bytes instead of sleeping: when the
 * last waits were shorter than it may look, and fewer threads are looking than half of the
 * processors. So an idle client, a slow one and a busy machine cost nothing.
 */
final class BusyPoll {
  private static final Semaphore PROCESSORS =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  /** Weight of the last wait in the mean of waits. */
  private static final double LAST = 1 / 8.0;

  /** Of long waits only so much counts, so that a few short ones outweigh one. */
  private static final int LONGEST = 4;

  private final long mostNanos;
  private final Semaphore processors;
  private double meanNanos;

  /**
   * @param most how long a thread may look; zero for never
   */
  BusyPoll(Duration most) {
    this(most, PROCESSORS);
  }

  BusyPoll(Duration most, Semaphore processors) {
    this.mostNanos = most.toNanos();
    this.processors = processors;
    meanNanos = (double) LONGEST * mostNanos;
  }

  long mostNanos() {
    return mostNanos;
  }

  /** Whether to look; {@link #end} follows then. */
  boolean begin() {
    return meanNanos < mostNanos && processors.tryAcquire();
  }

  void end() {
    processors.release();
  }

  /** A wait is over, looking or sleeping. */
  void waited(long nanos) {
    meanNanos += LAST * (Math.min(nanos, LONGEST * mostNanos) - meanNanos);
  }
}
