package io.oasis.standalone.chaos;

import java.time.Duration;

/**
 * How long a limit stayed beyond its lease: told of every word of a manager that the adapter may
 * have heard, and, often, whether a limit is in force.
 *
 * <p>Law: while the adapter can hear nothing, words do not count. When it can hear again, what was
 * held up on the way reaches it then, and adapters count leases from receipt: that is a word.
 *
 * <p>Not thread-safe. Times are of a monotonic clock.
 */
final class LeaseWatch {
  private final Duration lease;
  private Duration lastWord;
  private Duration longest = Duration.ZERO;
  private boolean deaf;

  LeaseWatch(Duration lease, Duration now) {
    this.lease = lease;
    this.lastWord = now;
  }

  /** A manager set a limit or renewed the lease. */
  void word(Duration now) {
    if (!deaf) {
      lastWord = now;
    }
  }

  /** The adapter cannot hear from now on, or can again. */
  void deaf(boolean deaf, Duration now) {
    if (this.deaf && !deaf) {
      lastWord = now;
    }
    this.deaf = deaf;
  }

  /** Looked at the kernel. */
  void seen(boolean limited, Duration now) {
    Duration beyond = now.minus(lastWord).minus(lease);
    if (limited && beyond.compareTo(longest) > 0) {
      longest = beyond;
    }
  }

  /** The longest that any limit was seen beyond its lease; zero when none was. */
  Duration longest() {
    return longest;
  }
}
