package io.oasis.messaging;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the broker answers; said in a line only when that, or what is wrong, changes. */
final class BrokerState {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerState.class);

  private enum State {
    UNKNOWN,
    UP,
    DOWN
  }

  private final String bootstrap;
  private State state = State.UNKNOWN;
  private String told = "";

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
    told = "";
  }

  synchronized void down(Throwable cause) {
    tell("broker " + bootstrap + " " + Trouble.words(cause) + "; retrying");
  }

  /** It answers, and topics are missing. */
  synchronized void lacks(List<String> topics) {
    tell("broker " + bootstrap + ": " + Topics.missingWords(topics, bootstrap) + "; retrying");
  }

  private void tell(String words) {
    state = State.DOWN;
    if (!told.equals(words)) {
      told = words;
      LOG.warn(words);
    }
  }

  synchronized boolean isUp() {
    return state == State.UP;
  }
}
