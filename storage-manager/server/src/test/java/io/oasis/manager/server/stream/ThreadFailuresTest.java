package io.oasis.manager.server.stream;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** Shows which failures of a thread end Streams, and which only the thread. */
class ThreadFailuresTest {
  private final ThreadFailures failures =
      new ThreadFailures(new StreamMeters(new SimpleMeterRegistry()));

  @Test
  void aBrokerThatDoesNotKnowUsWouldNotKnowTheNextThread() {
    for (KafkaException refusal :
        List.of(
            new SaslAuthenticationException("another password"),
            new SslAuthenticationException("expired"))) {
      assertThat(failures.handle(new StreamsException(refusal))).isEqualTo(SHUTDOWN_CLIENT);
      assertThatNoException().isThrownBy(failures::throwMissingRight);
    }
  }

  @Test
  void aRightThatIsMissingWouldBeMissedByTheNextThreadAndIsToldOnce() {
    AuthorizationException refusal = new TopicAuthorizationException("not for oasis.settings");
    assertThat(failures.handle(new StreamsException(refusal))).isEqualTo(SHUTDOWN_CLIENT);
    assertThatThrownBy(failures::throwMissingRight).isSameAs(refusal);
    assertThatNoException().isThrownBy(failures::throwMissingRight);
  }

  @Test
  void anotherThreadTakesThePlaceOfOneThatFailed() {
    assertThat(failures.handle(new IllegalStateException("a bug"))).isEqualTo(REPLACE_THREAD);
  }

  @Test
  void thereIsNothingToReadAnyMore() {
    assertThat(failures.handle(new StreamsException(new MissingSourceTopicException("gone"))))
        .isEqualTo(SHUTDOWN_CLIENT);
  }
}
