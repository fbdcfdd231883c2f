package io.oasis.manager.core.hear;

import io.oasis.protocol.AdapterStatus;
import java.time.Duration;
import java.time.Instant;

/** What is known of one adapter of a domain. */
public final class AdapterState {
  /** An adapter that was silent this long is taken for dead: nothing is sent to it. */
  private static final Duration SILENCE = Duration.ofSeconds(4);

  private AdapterStatus status;
  private Instant seenAt;

  AdapterState(AdapterStatus status, Instant seenAt) {
    this.status = status;
    this.seenAt = seenAt;
  }

  void hear(AdapterStatus newest, Instant now) {
    status = newest;
    seenAt = now;
  }

  /**
   * Whether a status is news. What an adapter has seen only grows, also over its restarts, so less
   * is word from before; an adapter that lost its journal is heard once its former self is silent.
   */
  boolean takes(AdapterStatus next, Instant now) {
    if (!isAlive(now)) {
      return true;
    }
    boolean same = next.session().equals(status.session());
    int seen = next.highestVersion().compareTo(status.highestVersion());
    return seen > 0 || (seen == 0 && (same || next.at().isAfter(status.at())));
  }

  public boolean isAlive(Instant now) {
    return Duration.between(seenAt, now).compareTo(SILENCE) <= 0;
  }

  /** What it said last. */
  public AdapterStatus status() {
    return status;
  }

  public Instant seenAt() {
    return seenAt;
  }
}
