package io.oasis.messaging;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Kafka's own settings, for small services that must not block and must find the broker again. The
 * operator's win over all that is not {@link ClientProperties#OWN}.
 */
final class ClientSettings {
  /** A measurement that could not be sent for so long is worth nothing any more. */
  static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(10);

  /** Gathers what one interval sends; less than a twentieth of the goal for the whole loop. */
  private static final int LINGER_MILLIS = 1;

  private static final int BATCH_BYTES = 64 << 10;
  private static final int METADATA_AGE_MILLIS = 30_000;

  /** How long a fetch waits at the broker for something to come; it returns as soon as it does. */
  private static final int FETCH_WAIT_MILLIS = 1_000;

  private static final int FETCH_BYTES = 1 << 20;
  private static final int RECORDS_PER_POLL = 1_000;

  private ClientSettings() {}

  static Map<String, Object> admin(LinkConfig config) {
    Map<String, Object> settings = common(config, "-admin");
    settings.put(
        CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) DELIVERY_TIMEOUT.toMillis());
    settings.putAll(config.client());
    return settings;
  }

  static Map<String, Object> producer(LinkConfig config) {
    Map<String, Object> settings = common(config, "-out");
    settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, DomainPartitioner.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, config.sendBufferBytes());
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int) config.sendBufferBytes());
    settings.put(
        ProducerConfig.BATCH_SIZE_CONFIG,
        (int) Math.min(BATCH_BYTES, config.sendBufferBytes() / 8));
    settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_TIMEOUT.toMillis());
    settings.putAll(config.client());
    return settings;
  }

  static Map<String, Object> consumer(LinkConfig config, TopicReader.From from) {
    Map<String, Object> settings = common(config, "-in");
    settings.put(
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        switch (from) {
          case LATEST, RECENT -> "latest";
          case EARLIEST -> "earliest";
        });
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_POLL);
    settings.putAll(config.client());
    return settings;
  }

  private static Map<String, Object> common(LinkConfig config, String part) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.bootstrap());
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, config.clientId() + part);
    settings.putAll(Failover.settings());
    settings.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, (long) METADATA_AGE_MILLIS);
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    return settings;
  }
}
