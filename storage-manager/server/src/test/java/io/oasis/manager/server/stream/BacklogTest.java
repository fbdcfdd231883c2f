package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Shows when what is heard is said to have waited. */
class BacklogTest {
  private static final int PARTITION = 3;

  private final Map<TopicPartition, Long> waiting = new HashMap<>();
  private final Backlog backlog =
      new Backlog(
          PARTITION,
          partition ->
              waiting.containsKey(partition)
                  ? OptionalLong.of(waiting.get(partition))
                  : OptionalLong.empty());
  private Instant now = Instant.EPOCH;

  private boolean after(Duration time, Topic topic, long records) {
    now = now.plus(time);
    waiting.put(new TopicPartition(topic.topicName(), PARTITION), records);
    backlog.look(topic, now);
    return backlog.isThere(now);
  }

  @Test
  void whereNothingWasReadNothingWaits() {
    assertThat(backlog.look(now)).isFalse();
    assertThat(backlog.look(now.plus(Duration.ofHours(1)))).isFalse();
  }

  @Test
  void guardRailsAreNotAskedAbout() {
    assertThat(after(Duration.ZERO, Topic.GUARD_RAILS, 1_000)).isFalse();
  }

  @Test
  void itIsLookedAtAlsoWhileNothingComes() {
    after(Duration.ZERO, Topic.REQUESTS, 1_000);
    waiting.replaceAll((_, _) -> 0L);
    assertThat(backlog.look(now.plusMillis(100))).isFalse();
  }

  @Test
  void atTheEndOfTheTopicNothingHasWaited() {
    assertThat(after(Duration.ZERO, Topic.REQUESTS, 0)).isFalse();
    assertThat(after(Duration.ofHours(1), Topic.REQUESTS, 0)).isFalse();
  }

  @Test
  void whatComesAtOnceHasNotWaited() {
    after(Duration.ZERO, Topic.REQUESTS, 0);
    assertThat(after(Backlog.LEAST.minusMillis(1), Topic.REQUESTS, 100)).isFalse();
    assertThat(after(Duration.ofMillis(1), Topic.REQUESTS, 100)).isTrue();
    assertThat(after(Duration.ofMillis(1), Topic.REQUESTS, 0)).as("caught up").isFalse();
  }

  @Test
  void oneThatBeginsInTheMiddleIsBehindUntilItWasAtTheEnd() {
    assertThat(after(Duration.ZERO, Topic.REQUESTS, 5_000)).isTrue();
    assertThat(after(Duration.ofMillis(100), Topic.REQUESTS, 0)).isFalse();
  }

  @Test
  void whatCameBeforeItBeganIsNothingToWarnAbout() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Backlog.class);
    logger.addAppender(log);
    DomainTopology.MEASUREMENTS.forEach(topic -> after(Duration.ZERO, topic, 5_000));
    assertThat(backlog.look(now)).isTrue();
    waiting.replaceAll((_, _) -> 0L);
    assertThat(backlog.look(now)).isFalse();
    waiting.replaceAll((_, _) -> 5_000L);
    assertThat(backlog.look(now.plus(Backlog.LEAST))).isTrue();
    logger.detachAppender(log);
    assertThat(log.list)
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.INFO, Level.INFO, Level.WARN);
  }

  @Test
  void oneTopicIsEnough() {
    after(Duration.ZERO, Topic.REQUESTS, 0);
    after(Duration.ZERO, Topic.OUTCOMES, 0);
    after(Backlog.LEAST, Topic.REQUESTS, 0);
    assertThat(after(Duration.ZERO, Topic.OUTCOMES, 1)).isTrue();
  }
}
