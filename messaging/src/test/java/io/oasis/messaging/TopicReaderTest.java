package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.messaging.trust.Gate;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;

/** Shows that a reader hands on what is valid and makes a dead letter of everything else. */
class TopicReaderTest {
  private static final String TOPIC = "oasis.guard-rails";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(10);
  private Gate gate = Gate.OPEN;
  private final List<Message> letters = new ArrayList<>();
  private final List<Headers> beside = new ArrayList<>();
  private final Queue<KafkaException> troubles = new ConcurrentLinkedQueue<>();
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  @Test
  void validRecordsReachTheInboxInOrder() {
    read(TopicReader.From.EARLIEST, bytes("disk:a"), bytes("disk:b"));
    assertThat(inbox)
        .extracting(m -> ((GuardRails) m).domain().value())
        .containsExactly("disk:a", "disk:b");
    assertThat(letters).isEmpty();
    assertThat(beside).as("headers of what was read").hasSize(2);
    assertThat(count("oasis.messages.received")).isEqualTo(2);
  }

  @Test
  void whatIsNotValidBecomesADeadLetterWithTheReasonAndReadingGoesOn() {
    byte[] nonsense = "not json".getBytes(StandardCharsets.UTF_8);
    read(TopicReader.From.EARLIEST, nonsense, bytes("disk:b"));
    assertThat(inbox).hasSize(1);
    assertThat(letters).hasSize(1);
    DeadLetter letter = (DeadLetter) letters.getFirst();
    assertThat(letter.kind()).isEqualTo(DeadLetter.Kind.MALFORMED);
    assertThat(letter.topic()).isEqualTo(TOPIC);
    assertThat(letter.reader()).isEqualTo("test");
    assertThat(letter.reason()).isNotBlank();
    assertThat(Base64.getDecoder().decode(letter.payload())).isEqualTo(nonsense);
    assertThat(count("oasis.messages.refused")).isEqualTo(1);
  }

  @Test
  void whatTheGateDoesNotLetInIsCountedAndNotWorthALetterEach() {
    gate =
        (topic, headers, value) ->
            new String(value, StandardCharsets.UTF_8).contains("disk:a")
                ? Optional.of("not signed")
                : Optional.empty();
    byte[][] records = new byte[1_001][];
    Arrays.fill(records, bytes("disk:a"));
    records[1_000] = bytes("disk:b");
    read(TopicReader.From.EARLIEST, records);
    assertThat(inbox).hasSize(1);
    assertThat(count("oasis.messages.refused")).isEqualTo(1_000);
    assertThat(letters)
        .hasSize(20)
        .allSatisfy(
            letter ->
                assertThat(((DeadLetter) letter).kind()).isEqualTo(DeadLetter.Kind.UNTRUSTED));
  }

  @Test
  void aMarkOfDeletionIsPassedOver() {
    read(TopicReader.From.EARLIEST, null, bytes("disk:b"));
    assertThat(inbox).hasSize(1);
    assertThat(letters).isEmpty();
  }

  @Test
  void fromLatestLeavesOutWhatWasThere() {
    read(TopicReader.From.LATEST, bytes("disk:a"));
    assertThat(inbox).isEmpty();
  }

  @Test
  void aReaderThatIsRenewedGoesOnWhereItWas() throws InterruptedException {
    MockConsumer<byte[], byte[]> next = new MockConsumer<>("earliest");
    prepare(consumer, next);
    consumer.schedulePollTask(() -> consumer.addRecord(record(0, "disk:a")));
    next.schedulePollTask(() -> next.addRecord(record(1, "disk:b")));
    try (TopicReader reader = readerWith(consumer, next)) {
      reader.start();
      assertThat(inbox.poll(1, TimeUnit.MINUTES)).isNotNull();
      reader.renew();
      assertThat(inbox.poll(1, TimeUnit.MINUTES)).isNotNull();
      assertThat(next.position(new TopicPartition(TOPIC, 0))).isEqualTo(2);
      assertThat(consumer.closed()).isTrue();
    }
  }

  @Test
  void aReaderThatIsRefusedSaysSoAndGoesOnWithAnotherConsumer() throws InterruptedException {
    MockConsumer<byte[], byte[]> next = new MockConsumer<>("earliest");
    prepare(consumer, next);
    SaslAuthenticationException refusal = new SaslAuthenticationException("no");
    consumer.schedulePollTask(
        () -> {
          throw refusal;
        });
    next.schedulePollTask(() -> next.addRecord(record(0, "disk:a")));
    try (TopicReader reader = readerWith(consumer, next)) {
      reader.start();
      assertThat(inbox.poll(1, TimeUnit.MINUTES)).isNotNull();
    }
    assertThat(troubles).containsExactly(refusal);
  }

  /** As a temporary directory from which nothing may be executed makes of zstd's. */
  @Test
  void aCodecThatCannotBeLoadedDoesNotEndTheReader() throws InterruptedException {
    MockConsumer<byte[], byte[]> next = new MockConsumer<>("earliest");
    prepare(consumer, next);
    consumer.schedulePollTask(
        () -> {
          throw new UnsatisfiedLinkError("libzstd-jni: failed to map segment");
        });
    next.schedulePollTask(() -> next.addRecord(record(0, "disk:a")));
    try (TopicReader reader = readerWith(consumer, next)) {
      reader.start();
      assertThat(inbox.poll(1, TimeUnit.MINUTES)).isNotNull();
    }
  }

  @SafeVarargs
  private static void prepare(MockConsumer<byte[], byte[]>... consumers) {
    TopicPartition partition = new TopicPartition(TOPIC, 0);
    for (MockConsumer<byte[], byte[]> each : consumers) {
      each.updatePartitions(TOPIC, List.of(info(TOPIC)));
      each.updateBeginningOffsets(Map.of(partition, 0L));
      each.updateEndOffsets(Map.of(partition, 2L));
    }
  }

  /** Takes another one when it cannot go on with the first. */
  private TopicReader readerWith(
      MockConsumer<byte[], byte[]> first, MockConsumer<byte[], byte[]> second) {
    Queue<MockConsumer<byte[], byte[]>> consumers = new ArrayDeque<>(List.of(first, second));
    return reader(Topic.GUARD_RAILS, TopicReader.From.EARLIEST, consumers::remove);
  }

  private TopicReader reader(
      Topic topic, TopicReader.From from, Supplier<Consumer<byte[], byte[]>> consumers) {
    return new TopicReader(
        "test",
        Set.of(topic),
        from,
        inbox,
        (message, headers) -> beside.add(headers),
        consumers,
        letters::add,
        gate,
        new LinkMeters(registry),
        troubles::add);
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, String domain) {
    return new ConsumerRecord<>(TOPIC, 0, offset, new byte[0], bytes(domain));
  }

  private static PartitionInfo info(String topic) {
    Node node = new Node(0, "127.0.0.1", 1);
    return new PartitionInfo(topic, 0, node, new Node[] {node}, new Node[] {node});
  }

  private void read(TopicReader.From from, byte[]... values) {
    readTopic(Topic.GUARD_RAILS, from, values);
  }

  private void readTopic(Topic topic, TopicReader.From from, byte[]... values) {
    TopicPartition partition = new TopicPartition(topic.topicName(), 0);
    consumer.updatePartitions(topic.topicName(), List.of(info(topic.topicName())));
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    Map<TopicPartition, Long> ends = new HashMap<>();
    ends.put(partition, (long) values.length);
    consumer.updateEndOffsets(ends);
    consumer.schedulePollTask(
        () -> {
          for (int i = 0; i < values.length; i++) {
            consumer.addRecord(
                new ConsumerRecord<>(topic.topicName(), 0, i, new byte[0], values[i]));
          }
        });
    consumer.schedulePollTask(consumer::wakeup);
    TopicReader reader = reader(topic, from, () -> consumer);
    try {
      reader.readWith(consumer);
    } catch (WakeupException e) {
      // Ends the reading of a test.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private double count(String name) {
    return registry.find(name).counters().stream().mapToDouble(c -> c.count()).sum();
  }

  private static byte[] bytes(String domain) {
    return new MessageCodec().encode(GuardRails.initial(new DomainId(domain), Mode.SHADOW, "even"));
  }
}
