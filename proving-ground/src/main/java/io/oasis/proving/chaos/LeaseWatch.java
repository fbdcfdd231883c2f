package io.oasis.proving.chaos;

import java.time.Duration;

/**
 * How long a limit stayed beyond its lease: told of every word of a manager that the adapter may
 * have heard, and, often, whether a limit is in force.
 *
 * <p>Law: while the adapter can hear nothing, words do not count. When it can hear again, what was
 * held up on the way reaches it then, and adapters count leases from receipt: that is a word. When
 * it has to find the broker again, that is at any time of {@link #FINDS_BROKER}, and it is asked
 * when: how long its lease still runs says when it heard last. A limit without a lease has no
 * excuse. One that appears where none was outlives nothing: it was set by a word that the adapter
 * heard first, unless none is heard of within {@link #HEARS_LATER}.
 *
 * <p>Not thread-safe. Times are of a monotonic clock.
 */
final class LeaseWatch {
  /**
   * A request that was under way is given up after 3 s, a connection that nobody answers after 2 to
   * 4 s, and the next one is tried within 1 s.
   */
  static final Duration FINDS_BROKER = Duration.ofSeconds(8);

  /** What reached the adapter reaches everybody within this. */
  static final Duration HEARS_LATER = Duration.ofSeconds(2);

  private final Duration lease;
  private Duration lastWord;
  private Duration found;
  private Duration longest = Duration.ZERO;
  private boolean deaf;
  private boolean wasLimited = true;
  private Duration limitedAt = Duration.ZERO;

  LeaseWatch(Duration lease, Duration now) {
    this.lease = lease;
    this.lastWord = now;
    this.found = now;
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

  /** The broker, or the way to it, is back: the adapter may hear of it at any time from now on. */
  void finding(Duration now) {
    found = now.plus(FINDS_BROKER);
  }

  /** Whether the adapter is to be asked how long its lease still runs. */
  boolean asks(Duration now) {
    return !deaf && now.compareTo(found) < 0;
  }

  /**
   * The adapter answered.
   *
   * @param left zero when there is no lease
   */
  void leased(Duration left, Duration now) {
    Duration heard = now.minus(lease).plus(left);
    if (left.isPositive() && asks(now) && heard.compareTo(lastWord) > 0) {
      lastWord = heard;
    }
  }

  /** Looked at the kernel. */
  void seen(boolean limited, Duration now) {
    if (limited && !wasLimited) {
      limitedAt = now;
    }
    boolean isNew = limited && now.minus(limitedAt).compareTo(HEARS_LATER) < 0;
    wasLimited = limited;
    Duration beyond = now.minus(lastWord).minus(lease);
    if (limited && !isNew && beyond.compareTo(longest) > 0) {
      longest = beyond;
    }
  }

  /** The longest that any limit was seen beyond its lease; zero when none was. */
  Duration longest() {
    return longest;
  }
}
