package io.oasis.manager.server.stream;

import io.oasis.manager.server.ManagerConfig;
import io.oasis.messaging.Failover;
import io.oasis.messaging.Topics;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How Kafka Streams is set: state, grants, settings and decisions commit together; a manager that
 * takes over does so in less than half a lease of 15 s.
 */
final class StreamSettings {
  /** A decision of 10,000 queues is about 6 MB; the codec reads up to 16 MiB. */
  private static final int MAX_RECORD_BYTES = 17 * 1024 * 1024;

  /**
   * An answer does not wait for its commit, as agents and adapters read it at once and refuse what
   * is out of date; but a question waits while the commit before it is under way, 5 to 20 ms.
   */
  private static final int COMMIT_MILLIS = 100;

  /**
   * How long a manager that was killed keeps its partitions, where the broker allows so little;
   * brokers are set to 6 s as they come. Shorter, and a machine that is overloaded for a moment
   * would be taken for dead.
   */
  private static final int SESSION_MILLIS = 4_000;

  /**
   * The broker gives a manager up a session after its last heartbeat, and tells the others in
   * answer to theirs: the longer the pause between two, the later the takeover.
   */
  private static final int HEARTBEAT_MILLIS = 500;

  /**
   * How long what a killed manager left unfinished holds up those who read committed records, its
   * successor among them: less than a session, so that it costs a takeover nothing.
   */
  private static final int TRANSACTION_MILLIS = 3_000;

  /**
   * Before a state is restored its length is asked of whoever leads; a broker that was found to
   * lead and is gone by then is waited for until the question is given up. Kafka's clients do so
   * after a minute by default, or when it is back.
   */
  private static final int ADMIN_MILLIS = 4_000;

  /**
   * Records that wait in memory, of each partition and of each poll: one of 250 queues takes some
   * 30 KB, and behind a backlog as many wait as may.
   */
  private static final int MOST_WAITING = 64;

  private StreamSettings() {}

  /**
   * @param address by which other managers reach this one
   * @param leastSessionMillis what the broker allows
   */
  static Properties of(
      ManagerConfig config,
      String instanceId,
      String address,
      int leastSessionMillis,
      StreamMeters meters) {
    Properties settings = new Properties();
    settings.putAll(config.link().client()); // what a takeover in time rests on wins
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.streams().applicationId());
    settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, address);
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.link().bootstrap());
    settings.put(
        StreamsConfig.STATE_DIR_CONFIG, config.streams().stateDir().resolve("streams").toString());
    replicas(settings, config.link().needs().replication());
    settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.streams().standbyReplicas());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1);
    settings.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, MOST_WAITING);
    settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, OversizedOutput.class);
    settings.put(OversizedOutput.METERS, meters);
    settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    settings.putAll(Failover.settings());
    settings.put(
        StreamsConfig.adminClientPrefix(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG),
        ADMIN_MILLIS);
    settings.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    producer(settings);
    consumer(settings, instanceId, Math.max(SESSION_MILLIS, leastSessionMillis));
    return settings;
  }

  /** Of what a manager keeps, as the other topics have them. */
  private static void replicas(Properties settings, int replicas) {
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicas);
    Topics.leastInSync(replicas)
        .ifPresent(
            least ->
                settings.put(
                    StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG), least));
  }

  private static void producer(Properties settings) {
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 5);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        TRANSACTION_MILLIS);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), MAX_RECORD_BYTES);
  }

  private static void consumer(Properties settings, String instanceId, int sessionMillis) {
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), sessionMillis);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
        HEARTBEAT_MILLIS);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), 8 * 1024 * 1024);
    settings.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), MOST_WAITING);
    // Streams asks every 5 minutes by default: a topic that came back must be seen sooner.
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.METADATA_MAX_AGE_CONFIG), 10_000);
  }
}
