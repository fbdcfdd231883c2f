package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.manager.server.stream.HangingTransactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows at a real broker that a transaction of which the coordinator knows nothing any more is
 * ended, and that one which is under way is left alone.
 */
class HangingTransactionIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String GROUP = "g";
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  @TempDir Path directory;
  private Services broker;
  private Admin admin;

  @BeforeEach
  void start() throws Exception {
    broker = Services.start(directory, Deployment.forTrial().only(), _ -> {});
    admin = Admin.create(broker.kafka());
    admin
        .createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1)))
        .all()
        .get(1, TimeUnit.MINUTES);
  }

  @AfterEach
  void stop() {
    admin.close(Duration.ZERO);
    broker.close();
  }

  @Test
  void whatTheCoordinatorForgotIsEndedAndNothingElse() throws Exception {
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            client("transactional.id", "oasis-test"),
            new StringSerializer(),
            new StringSerializer());
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(PARTITION.topic(), "never committed")).get();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            client("group.id", GROUP), new StringDeserializer(), new StringDeserializer())) {
      producer.sendOffsetsToTransaction(
          Map.of(PARTITION, new OffsetAndMetadata(1)), consumer.groupMetadata());
    }
    HangingTransactions hanging = new HangingTransactions(admin, "oasis");
    assertThat(hanging.end(List.of(PARTITION.topic()))).as("under way").isZero();
    broker.kill("broker");
    producer.close(Duration.ZERO);
    forgetTransactions();
    broker.launch("broker");
    assertThat(Wait.until(PATIENCE, broker::brokerAnswers)).isTrue();
    assertThat(lastStable()).as("nobody reads on").isZero();
    assertThat(isPositionStable()).as("nobody learns the group's position").isFalse();

    assertThat(hanging.end(List.of(PARTITION.topic()))).as("hang").isEqualTo(2);

    assertThat(isPositionStable()).isTrue();
    assertThat(lastStable()).as("the record and its end are behind").isEqualTo(2);
    assertThat(hanging.end(List.of(PARTITION.topic()))).as("hangs still").isZero();
  }

  private Map<String, Object> client(String key, String value) {
    Map<String, Object> client = new HashMap<>(broker.kafka());
    client.put(key, value);
    return client;
  }

  /** As when the coordinator took the partition for deleted while its broker started. */
  private void forgetTransactions() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("broker"))) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        if (file.toString().contains("__transaction_state-")) {
          Files.delete(file);
        }
      }
    }
  }

  /** A group that has no position has a stable one: none. */
  private boolean isPositionStable() throws Exception {
    Map<TopicPartition, OffsetAndMetadata> positions =
        admin
            .listConsumerGroupOffsets(
                Map.of(
                    GROUP, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(PARTITION))),
                new ListConsumerGroupOffsetsOptions().requireStable(true))
            .partitionsToOffsetAndMetadata(GROUP)
            .get(1, TimeUnit.MINUTES);
    return positions.containsKey(PARTITION);
  }

  private long lastStable() throws Exception {
    return admin
        .listOffsets(
            Map.of(PARTITION, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .partitionResult(PARTITION)
        .get(1, TimeUnit.MINUTES)
        .offset();
  }
}
