package io.oasis.manager.core;

import io.oasis.protocol.AdapterStatus;
import java.time.Duration;
import java.time.Instant;

/** What a controller knows of one adapter of its domain. */
final class AdapterState {
  /** An adapter that was silent this long is taken for dead: nothing is sent to it. */
  static final Duration SILENCE = Duration.ofSeconds(4);

  AdapterStatus status;
  Instant seenAt;
  Instant renewedAt = Instant.EPOCH;

  AdapterState(AdapterStatus status, Instant seenAt) {
    this.status = status;
    this.seenAt = seenAt;
  }

  boolean isAlive(Instant now) {
    return Duration.between(seenAt, now).compareTo(SILENCE) <= 0;
  }
}
