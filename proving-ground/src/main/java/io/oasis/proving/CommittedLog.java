package io.oasis.proving;

import io.oasis.protocol.Decoded;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What topics have, from the first committed record to the last that there is at the start. */
public final class CommittedLog {
  private static final Duration POLL = Duration.ofMillis(500);

  private CommittedLog() {}

  /**
   * Reads all; what is no message is left out.
   *
   * @param kafka how the broker is reached
   */
  public static List<Message> read(Map<String, Object> kafka, List<Topic> topics) {
    return read(kafka, topics, IsolationLevel.READ_COMMITTED);
  }

  /** The same, and what was never committed: adapters obey that, too. */
  public static List<Message> readAll(Map<String, Object> kafka, List<Topic> topics) {
    return read(kafka, topics, IsolationLevel.READ_UNCOMMITTED);
  }

  private static List<Message> read(
      Map<String, Object> kafka, List<Topic> topics, IsolationLevel isolation) {
    Map<String, Object> settings = new HashMap<>(kafka);
    settings.putAll(
        Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation.toString().toLowerCase(Locale.ROOT),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
            false));
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      return all(consumer, topics);
    }
  }

  private static List<Message> all(KafkaConsumer<byte[], byte[]> consumer, List<Topic> topics) {
    List<TopicPartition> partitions =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    MessageCodec codec = new MessageCodec();
    List<Message> messages = new ArrayList<>();
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        Topic topic = Topic.named(record.topic()).orElseThrow();
        if (record.value() != null
            && codec.decode(topic, record.value()) instanceof Decoded.Known(Message message)) {
          messages.add(message);
        }
      }
    }
    return messages;
  }
}
