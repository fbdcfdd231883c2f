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

  synchronized void lost(@Nullable Throwable cause) {
    if (state != State.LOST) {
      LOG.warn("{} does not take our {}: {}; retrying", address, what, words(cause));
    }
    state = State.LOST;
  }

  private static String words(@Nullable Throwable failure) {
    @Nullable Throwable deepest = failure;
    while (deepest != null && deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String words = deepest == null ? "it does not answer" : String.valueOf(deepest.getMessage());
    return words.length() <= MOST_CHARS ? words : words.substring(0, MOST_CHARS);
  }
}
