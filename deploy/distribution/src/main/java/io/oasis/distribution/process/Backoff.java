package io.oasis.distribution.process;

import java.time.Duration;

/**
 * How long to wait before a service that died is started again: 1 s, doubled with each failure in a
 * row, at most 30 s, and not at all after ten in a row. A service that lived for a minute starts a
 * new row.
 *
 * @param failures in a row so far
 */
record Backoff(int failures) {
  static final Backoff NONE = new Backoff(0);

  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration SETTLED = Duration.ofMinutes(1);
  private static final int MOST_FAILURES = 10;

  /** After one more end of a service that had lived for {@code lived}. */
  Backoff next(Duration lived) {
    return new Backoff(lived.compareTo(SETTLED) >= 0 ? 1 : failures + 1);
  }

  boolean givesUp() {
    return failures > MOST_FAILURES;
  }

  Duration delay() {
    Duration doubled = Duration.ofSeconds(1L << Math.min(failures - 1, 5));
    return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
  }
}
