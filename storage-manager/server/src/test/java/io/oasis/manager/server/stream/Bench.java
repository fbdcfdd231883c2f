package io.oasis.manager.server.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.server.Credentials;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.MessageSerializer;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Schema;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The real topology with one partition, in virtual time, without a broker. */
final class Bench implements AutoCloseable {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "capacity");

  final DomainRegistry registry = new DomainRegistry();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private final MessageCodec codec = new MessageCodec();
  final Ingress ingress;
  private final TopologyTestDriver driver;
  private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new EnumMap<>(Topic.class);
  private final Map<Topic, TestOutputTopic<byte[], byte[]>> outputs = new EnumMap<>(Topic.class);

  /** To those who ask for space. */
  Supplier<List<SpaceGrant>> answers = List::of;

  /** Records that wait at the broker, of each topic. */
  long waiting;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  Bench() {
    this(Decider::controller, 1);
  }

  Bench(Decider.Factory factory, int partitions) {
    this(factory, partitions, Credentials.of("manager"));
  }

  Bench(Decider.Factory factory, int partitions, Credentials credentials) {
    this(factory, partitions, credentials, Optional.empty());
  }

  /** One that follows requests. */
  Bench(Tracing tracing) {
    this(Decider::controller, 1, Credentials.of("manager"), Optional.of(tracing));
  }

  private Bench(
      Decider.Factory factory, int partitions, Credentials credentials, Optional<Tracing> tracing) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    InstantSource clock = () -> now;
    ingress = new Ingress(credentials, clock);
    driver =
        new TopologyTestDriver(
            DomainTopology.build(
                CONFIG,
                factory,
                new Surroundings(
                    clock, registry, new StreamMeters(meters), tracing, _ -> answers.get()),
                partitions,
                credentials,
                ingress,
                _ -> OptionalLong.of(waiting)),
            settings,
            now);
    for (Topic topic : Topic.values()) {
      outputs.put(
          topic,
          driver.createOutputTopic(
              topic.topicName(), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }
    List<Topic> read = new ArrayList<>(DomainTopology.MEASUREMENTS);
    read.add(Topic.GUARD_RAILS);
    for (Topic topic : read) {
      inputs.put(
          topic,
          driver.createInputTopic(
              topic.topicName(), new ByteArraySerializer(), new ByteArraySerializer()));
    }
  }

  List<Topic> inputTopics() {
    return List.copyOf(inputs.keySet());
  }

  void say(Message message) {
    send(Schema.of(message).topic(), Schema.keyOf(message), codec.encode(message));
  }

  /** As somebody who shows who he is. */
  void say(Message message, Seal seal) {
    say(message, seal, new RecordHeaders());
  }

  /** With something beside it. */
  void say(Message message, Headers headers) {
    say(message, Seal.NONE, headers);
  }

  private void say(Message message, Seal seal, Headers headers) {
    Topic topic = Schema.of(message).topic();
    byte[] value = new MessageSerializer(seal).serialize(topic.topicName(), headers, message);
    byte[] key = Schema.keyOf(message).getBytes(StandardCharsets.UTF_8);
    inputs.get(topic).pipeInput(new TestRecord<>(key, value, headers, now));
  }

  void send(Topic topic, @Nullable String key, byte @Nullable [] value) {
    inputs.get(topic).pipeInput(key == null ? null : key.getBytes(StandardCharsets.UTF_8), value);
  }

  Instant now() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
    driver.advanceWallClockTime(time);
  }

  /** What was published on a topic since it was last asked. */
  List<Message> heard(Topic topic) {
    return outputs.get(topic).readValuesToList().stream()
        .map(value -> ((Decoded.Known) codec.decode(topic, value)).message())
        .toList();
  }

  /** What was published on a topic since it was last asked, and what shows by whom. */
  List<Published> published(Topic topic) {
    return outputs.get(topic).readRecordsToList().stream()
        .map(
            each ->
                new Published(
                    topic,
                    each.headers(),
                    each.value(),
                    ((Decoded.Known) codec.decode(topic, each.value())).message()))
        .toList();
  }

  /** What was published. */
  record Published(Topic topic, Headers headers, byte[] value, Message message) {
    Optional<String> refusal(Gate gate) {
      return gate.refusal(topic, headers, value);
    }
  }

  /** What is kept of domains. */
  KeyValueStore<String, byte[]> headerStore() {
    return driver.getKeyValueStore(DomainMemory.HEADERS);
  }

  /** What is kept of queues. */
  KeyValueStore<String, byte[]> queueStore() {
    return driver.getKeyValueStore(DomainMemory.QUEUES);
  }

  List<DeadLetter> deadLetters() {
    return heard(Topic.DEAD_LETTERS).stream().map(DeadLetter.class::cast).toList();
  }

  double counted(String name) {
    return meters.find(name).counters().stream().mapToDouble(counter -> counter.count()).sum();
  }

  /** An interval of the LUN that {@link Said} speaks of. */
  void interval(long sequence) {
    say(Said.request(Said.DEEP, Said.DOMAIN, sequence, 970, 32));
    say(Said.request(Said.SHALLOW, Said.DOMAIN, sequence, 30, 1));
    say(Said.report(Said.LUN, Said.DOMAIN, sequence));
    pass(Duration.ofSeconds(1));
  }

  static int home(DomainId domain, int partitions) {
    return DomainPartitioner.partition(domain.value(), partitions);
  }

  @Override
  public void close() {
    driver.close();
  }
}
