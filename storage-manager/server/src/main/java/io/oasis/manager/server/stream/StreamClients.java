package io.oasis.manager.server.stream;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/** The clients of Kafka Streams, of which one can say what waits for it. */
final class StreamClients implements KafkaClientSupplier {
  /** Of a consumer, in Kafka's own metrics; below zero before the first time. */
  private static final String SINCE_POLL = "last-poll-seconds-ago";

  private volatile @Nullable Consumer<byte[], byte[]> reading;

  /**
   * Records of a partition that were at the broker at the last fetch and are still to be taken;
   * nothing before the first one. To be asked for by the thread that reads them.
   */
  OptionalLong waiting(TopicPartition partition) {
    Consumer<byte[], byte[]> present = reading;
    try {
      return present == null ? OptionalLong.empty() : present.currentLag(partition);
    } catch (IllegalStateException e) {
      return OptionalLong.empty(); // somebody else reads it by now
    }
  }

  /** How long ago the thread that decides came by for records, if it did yet. */
  Optional<Duration> sincePoll() {
    Consumer<byte[], byte[]> present = reading;
    if (present == null) {
      return Optional.empty();
    }
    for (Metric metric : present.metrics().values()) {
      if (metric.metricName().name().equals(SINCE_POLL)
          && metric.metricValue() instanceof Number seconds
          && seconds.longValue() >= 0) {
        return Optional.of(Duration.ofSeconds(seconds.longValue()));
      }
    }
    return Optional.empty();
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** There is one at a time: Streams has one thread, which another may replace. */
  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    Consumer<byte[], byte[]> made = consumer(config);
    reading = made;
    return made;
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
