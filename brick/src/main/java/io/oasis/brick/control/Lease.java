package io.oasis.brick.control;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What was set from outside, and until when. Times are of one monotonic clock and are handed in.
 * Not safe for threads.
 *
 * <p>Law: when a lease ends, each part that still is what the lease set becomes what it was before
 * the lease; one that somebody else has set meanwhile stays. A release brings back what was
 * configured, whoever set what.
 */
abstract class Lease<T> {
  static final long FOR_EVER = Long.MAX_VALUE;

  private static final double NANOS_PER_SECOND = 1e9;

  private final T configured;
  private @Nullable T before;
  private @Nullable T leased;
  private long untilNanos = FOR_EVER;

  Lease(T configured) {
    this.configured = configured;
  }

  /** What is so now. */
  abstract T now();

  abstract void set(T told) throws IOException;

  /** Sets what was so before; trouble is not the business of whoever asks. */
  abstract void bringBack(T was);

  /** What is so now, but what the lease set and nobody else has changed as it was before. */
  abstract T undone(T was, T set, T now);

  T configured() {
    return configured;
  }

  /** Sets something until a moment. */
  final void lease(T told, long until) throws IOException {
    T undone = undone();
    set(told);
    before = undone;
    leased = now();
    untilNanos = until;
  }

  final void renew(long until) {
    if (isHeld()) {
      untilNanos = until;
    }
  }

  final boolean isHeld() {
    return before != null;
  }

  /** Until it ends by itself: 0 without a lease, infinite where it has no end. */
  final double leftSeconds(long now) {
    if (!isHeld()) {
      return 0;
    }
    return untilNanos == FOR_EVER
        ? Double.POSITIVE_INFINITY
        : Math.max(0, (untilNanos - now) / NANOS_PER_SECOND);
  }

  /** Back to what was configured. */
  void release() {
    forget();
    bringBack(configured);
  }

  /** Ends the lease if it has run out; returns when it will. */
  final long expire(long now) {
    if (untilNanos != FOR_EVER && untilNanos - now <= 0) {
      end();
    }
    return untilNanos;
  }

  /** Ends the lease now. */
  final void end() {
    T undone = undone();
    forget();
    bringBack(undone);
  }

  private void forget() {
    before = null;
    leased = null;
    untilNanos = FOR_EVER;
  }

  private T undone() {
    T was = before;
    T set = leased;
    return was == null || set == null ? now() : undone(was, set, now());
  }
}
