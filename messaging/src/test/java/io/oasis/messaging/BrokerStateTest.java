package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oasis.protocol.Topic;
import java.util.List;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Shows that what is wrong with a broker is said once, however often it is met. */
class BrokerStateTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(BrokerState.class);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private long nanos = Long.MAX_VALUE - 1;
  private final BrokerState state = new BrokerState("b:1", () -> nanos);

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(appender);
  }

  private List<String> said() {
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aTroubleIsSaidOnceAndItsEndToo() {
    state.up();
    state.down(new SaslAuthenticationException("no"));
    state.down(new SaslAuthenticationException("no"));
    assertThat(state.isUp()).isFalse();
    state.up();
    state.up();
    assertThat(said())
        .containsExactly(
            "broker b:1 answers",
            "broker b:1 refuses our name or password: no; retrying",
            "broker b:1 answers again");
  }

  /** What was given up while it was away says nothing of a producer. */
  @Test
  void whatIsGivenUpCountsFromWhenItAnswersAndUntilSomethingIsTaken() {
    giveUpFor(100);
    state.up();
    assertThat(state.takesNothing()).as("it was away").isFalse();
    giveUpFor(9);
    state.takes(Topic.USAGE);
    giveUpFor(9);
    state.up();
    assertThat(state.takesNothing()).as("something was taken between").isFalse();
    giveUpFor(1);
    assertThat(state.takesNothing()).as("time alone says nothing").isFalse();
    giveUpFor(1);
    assertThat(state.takesNothing()).isTrue();
    giveUpFor(9);
    assertThat(state.takesNothing()).as("of the next producer").isFalse();
  }

  private void giveUpFor(int seconds) {
    for (int i = 0; i < seconds; i++) {
      state.leaves(Topic.GUARD_RAILS, new TimeoutException("10000 ms passed"));
      nanos += 1_000_000_000;
    }
  }

  @Test
  void aTopicThatWeMayNotWriteIsSaidOnceUntilWeMay() {
    Exception denial = new TopicAuthorizationException("not for oasis.guard-rails");
    state.leaves(Topic.GUARD_RAILS, new TimeoutException("away"));
    state.takes(Topic.GUARD_RAILS);
    state.leaves(Topic.GUARD_RAILS, denial);
    state.leaves(Topic.GUARD_RAILS, denial);
    state.takes(Topic.GUARD_RAILS);
    state.leaves(Topic.GUARD_RAILS, denial);
    String refused =
        "broker b:1 does not let us: not for oasis.guard-rails (`oasis kafka init` gives the"
            + " rights)";
    assertThat(said())
        .containsExactly(refused, "broker b:1 takes oasis.guard-rails again", refused);
  }
}
