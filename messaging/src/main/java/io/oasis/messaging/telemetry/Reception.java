package io.oasis.messaging.telemetry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a receiver takes what is sent; said in a line only when that changes. */
final class Reception {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

  /** Of what a receiver says, which may be a page. */
  private static final int MOST_CHARS = 200;

  private enum State {
    UNKNOWN,
    TAKEN,
    LOST
  }

  private final String what;
  private final String address;
  private State state = State.UNKNOWN;

  /**
   * @param what in plural
   */
  Reception(String what, String address) {
    this.what = what;
    this.address = address;
  }

  synchronized void taken() {
    if (state != State.TAKEN) {
      LOG.info("{} takes our {}{}", address, what, state == State.LOST ? " again" : "");
    }
    state = State.TAKEN;
  }

  synchronized void lost(String reason) {
    if (state != State.LOST) {
      String words = reason.substring(0, Math.min(reason.length(), MOST_CHARS));
      LOG.warn("{} does not take our {}: {}; retrying", address, what, words);
    }
    state = State.LOST;
  }

  /** The deepest of its causes that has words; an answer that refuses has none. */
  static String reason(@Nullable Throwable failure) {
    String words = "it refuses them";
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      words = message == null || message.isBlank() ? words : message;
    }
    return words;
  }
}
