package io.oasis.distribution.replay;

import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The committed records of one partition, from the first to the last there is at the beginning. */
final class PartitionReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int TIMEOUT_MILLIS = 10_000;

  /** What lies nearer is read and passed over: cheaper than to ask the broker anew. */
  private static final long FAR = 5_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final long end;
  private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();

  PartitionReader(String bootstrap, Topic topic, int partition) {
    this.partition = new TopicPartition(topic.topicName(), partition);
    consumer =
        new KafkaConsumer<>(
            settings(bootstrap), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.assign(List.of(this.partition));
    consumer.seekToBeginning(List.of(this.partition));
    end = consumer.endOffsets(List.of(this.partition)).getOrDefault(this.partition, 0L);
  }

  private static Map<String, Object> settings(String bootstrap) {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        bootstrap,
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        "read_committed",
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
        false,
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        TIMEOUT_MILLIS,
        ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG,
        "",
        ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
        false);
  }

  /** The next record, which stays the next one until it is taken. */
  Optional<ConsumerRecord<byte[], byte[]>> peek() {
    while (polled.isEmpty() && consumer.position(partition) < end) {
      consumer.poll(POLL).forEach(polled::add);
    }
    return Optional.ofNullable(polled.peek()).filter(next -> next.offset() < end);
  }

  void take() {
    polled.remove();
  }

  /** Goes on at an offset that is not before the next record's. */
  void skipTo(long offset) {
    while (!polled.isEmpty() && polled.element().offset() < offset) {
      polled.remove();
    }
    if (polled.isEmpty() && offset > consumer.position(partition) + FAR) {
      consumer.seek(partition, offset);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
