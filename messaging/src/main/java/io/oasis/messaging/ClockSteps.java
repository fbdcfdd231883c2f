package io.oasis.messaging;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Tells when the wall clock was set, by a clock that nobody can set. Not thread-safe. */
final class ClockSteps {
  private final InstantSource wall;
  private final LongSupplier monotonicNanos;
  private Instant lastWall;
  private long lastNanos;

  ClockSteps(InstantSource wall, LongSupplier monotonicNanos) {
    this.wall = wall;
    this.monotonicNanos = monotonicNanos;
    this.lastWall = wall.instant();
    this.lastNanos = monotonicNanos.getAsLong();
  }

  /** How far the wall clock was set ahead since the last call; negative if it was set back. */
  Duration next() {
    Instant nowWall = wall.instant();
    long nowNanos = monotonicNanos.getAsLong();
    Duration step = Duration.between(lastWall, nowWall).minusNanos(nowNanos - lastNanos);
    lastWall = nowWall;
    lastNanos = nowNanos;
    return step;
  }
}
