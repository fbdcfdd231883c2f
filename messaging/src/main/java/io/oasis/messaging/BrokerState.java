package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the broker answers; said in a line only when that, or what is wrong, changes. */
final class BrokerState {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerState.class);

  /** Beyond what was under way when a connection broke, all of which is given up at once. */
  private static final Duration LONGEST_IN_VAIN = ClientSettings.DELIVERY_TIMEOUT;

  private enum State {
    UNKNOWN,
    UP,
    DOWN
  }

  private final String bootstrap;
  private State state = State.UNKNOWN;
  private String told = "";
  private final LongSupplier nanos;
  private OptionalLong inVainSince = OptionalLong.empty();
  private boolean inVain;
  private final Set<Topic> denied = EnumSet.noneOf(Topic.class);

  BrokerState(String bootstrap, LongSupplier nanos) {
    this.bootstrap = bootstrap;
    this.nanos = nanos;
  }

  synchronized void up() {
    if (state != State.UP) {
      begin(); // what was given up was for want of a broker
    }
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

  /** What we said there was not taken: told, once until it is, if that is for want of a right. */
  synchronized void leaves(Topic topic, Exception cause) {
    if (cause instanceof TimeoutException) {
      long now = nanos.getAsLong();
      long since = inVainSince.orElse(now);
      inVainSince = OptionalLong.of(since);
      inVain = now - since >= LONGEST_IN_VAIN.toNanos();
    }
    if (cause instanceof AuthorizationException && denied.add(topic)) {
      LOG.warn("broker {} {}", bootstrap, Trouble.words(cause));
    }
  }

  /** What we said there was taken. */
  synchronized void takes(Topic topic) {
    begin();
    if (denied.remove(topic)) {
      LOG.info("broker {} takes {} again", bootstrap, topic.topicName());
    }
  }

  /**
   * Whether what we say has been given up for long, although it answers: asked by whoever then
   * takes another producer, for which it is forgotten.
   */
  synchronized boolean takesNothing() {
    boolean nothing = inVain;
    if (nothing) {
      LOG.warn("broker {} answers and takes nothing of us: sending anew", bootstrap);
      begin();
    }
    return nothing;
  }

  private void begin() {
    inVainSince = OptionalLong.empty();
    inVain = false;
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
