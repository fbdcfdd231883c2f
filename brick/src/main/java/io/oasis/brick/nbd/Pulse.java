package io.oasis.brick.nbd;

/**
 * Tells a watching thread since when somebody waits for a client that owes the next bytes. Two
 * plain stores per wait; the watcher looks at it once a second and may see it a little late.
 */
final class Pulse {
  private volatile long since;

  /** A wait begins in which the client owes something. */
  void begin() {
    since = System.nanoTime() | 1;
  }

  /** The client moved. */
  void end() {
    if (since != 0) {
      since = 0;
    }
  }

  /** Nanoseconds that a wait has lasted at {@code now}; 0 when there is none. */
  long waitedNanos(long now) {
    long began = since;
    return began == 0 ? 0 : Math.max(now - began, 0);
  }
}
