package io.oasis.messaging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the broker answers, logged only when that changes. */
final class BrokerState {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerState.class);

  private enum State {
    UNKNOWN,
    UP,
    DOWN
  }

  private final String bootstrap;
  private State state = State.UNKNOWN;

  BrokerState(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  synchronized void up() {
    if (state == State.DOWN) {
      LOG.info("broker {} answers again", bootstrap);
    } else if (state == State.UNKNOWN) {
      LOG.info("broker {} answers", bootstrap);
    }
    state = State.UP;
  }

  synchronized void down(Throwable cause) {
    if (state != State.DOWN) {
      LOG.warn("broker {} does not answer, retrying: {}", bootstrap, cause.toString());
    }
    state = State.DOWN;
  }

  synchronized boolean isUp() {
    return state == State.UP;
  }
}
