package io.oasis.distribution.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker is a real one: it keeps what it acknowledged when it is killed. */
@Tag("slow")
class BrokerTest {
  @TempDir Path directory;

  @Test
  void anAcknowledgedRecordSurvivesKillAndRestart() throws Exception {
    try (Services broker = Services.start(directory, Deployment.forTrial().only(), _ -> {})) {
      Map<String, Object> client = broker.kafka();
      try (Admin admin = Admin.create(client)) {
        admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get();
      }
      produce(client);
      long firstPid = broker.pid("broker");
      broker.kill("broker");
      assertThat(broker.brokerAnswers()).isFalse();
      broker.startAgain("broker");
      assertThat(broker.pid("broker")).isNotEqualTo(firstPid);
      assertThat(consume(client)).isEqualTo("hello");
    }
  }

  private static void produce(Map<String, Object> client) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("kept", "hello".getBytes(StandardCharsets.UTF_8))).get();
    }
  }

  private static String consume(Map<String, Object> client) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition("kept", 0);
      consumer.assign(Set.of(partition));
      consumer.seekToBeginning(Set.of(partition));
      byte[] value = consumer.poll(Duration.ofSeconds(20)).iterator().next().value();
      return new String(value, StandardCharsets.UTF_8);
    }
  }
}
