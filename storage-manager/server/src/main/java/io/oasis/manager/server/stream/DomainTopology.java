package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.server.Credentials;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: measurements and guard rails into one processor per partition, whatever it has to
 * say out through one sink.
 *
 * <p>Guard rails are read from their beginning: they are the operator's words. Measurements that
 * waited while no manager ran say nothing of now, so a manager without a position begins with those
 * of the last {@link #MEMORY}.
 */
final class DomainTopology {
  static final List<Topic> MEASUREMENTS = List.of(Topic.REQUESTS, Topic.USAGE, Topic.OUTCOMES);

  /** How much of what was measured before it started a new manager reads. */
  private static final Duration MEMORY = Duration.ofSeconds(10);

  private static final String DECIDE = "decide";

  private DomainTopology() {}

  static Topology build(
      ControllerConfig config,
      Decider.Factory factory,
      Surroundings surroundings,
      int partitions,
      Credentials credentials,
      Ingress ingress,
      Function<TopicPartition, OptionalLong> waiting) {
    Intake intake = new Intake(partitions, ingress);
    Common common = new Common(surroundings, intake, waiting, credentials.name());
    return new Topology()
        .addSource(
            AutoOffsetReset.byDuration(MEMORY),
            "measurements",
            new WallclockTimestampExtractor(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            MEASUREMENTS.stream().map(Topic::topicName).toArray(String[]::new))
        .addSource(
            AutoOffsetReset.earliest(),
            "guard-rails",
            new WallclockTimestampExtractor(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            Topic.GUARD_RAILS.topicName())
        .addProcessor(
            DECIDE,
            () -> new DomainProcessor(config, factory, common),
            "measurements",
            "guard-rails")
        .addStateStore(store(DomainMemory.HEADERS), DECIDE)
        .addStateStore(store(DomainMemory.QUEUES), DECIDE)
        .addSink(
            "messages",
            (String key, Outgoing outgoing, RecordContext context) -> outgoing.topicName(),
            new StringSerializer(),
            new OutgoingSerializer(credentials.seal()),
            DomainPartitions.by((String _, Outgoing outgoing) -> outgoing.partitionKey()),
            DECIDE);
  }

  private static StoreBuilder<?> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
        .withLoggingEnabled(Map.of())
        .withCachingDisabled();
  }
}
