package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Shows by what a manager knows whether the thread hangs that decides. */
class StreamClientsTest {
  private static final Map<String, Object> NOWHERE =
      Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");

  private final StreamClients clients = new StreamClients();

  @Test
  void aThreadComesByWhenItAsksForRecordsThoughThereIsNoBroker() {
    assertThat(clients.sincePoll()).isEmpty();
    try (Consumer<byte[], byte[]> consumer = clients.getConsumer(NOWHERE)) {
      assertThat(clients.sincePoll()).isEmpty();
      consumer.assign(List.of(new TopicPartition("oasis.requests", 0)));
      consumer.poll(Duration.ZERO);
      assertThat(clients.sincePoll()).isPresent();
    }
  }

  @Test
  void onlyAThreadThatShouldDecideAndDoesNotComeByHangs() {
    Optional<Duration> tooLong = Optional.of(StreamsRunner.LONGEST_TURN.plusSeconds(1));
    assertThat(StreamsRunner.hangs(true, tooLong)).isTrue();
    assertThat(StreamsRunner.hangs(true, Optional.of(StreamsRunner.LONGEST_TURN))).isFalse();
    assertThat(StreamsRunner.hangs(true, Optional.empty())).isFalse();
    assertThat(StreamsRunner.hangs(false, tooLong)).as("waits for its broker").isFalse();
  }
}
