package io.oasis.manager.server.stream;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Wall time at the start, carried on by the monotonic clock: steps of the system clock do nothing,
 * and it never goes back.
 */
public final class SteadyClock implements InstantSource {
  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();

  @Override
  public Instant instant() {
    return start.plusNanos(System.nanoTime() - startNanos);
  }
}
