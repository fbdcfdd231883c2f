package io.oasis.it;

import io.oasis.distribution.Services;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts the letters on {@code oasis.dead-letters} while they are written. */
final class DeadLetters implements AutoCloseable {
  /** The header of what a test itself sends there, which is no letter. */
  static final String HOSTILE = "hostile";

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private final MessageCodec codec = new MessageCodec();
  private final Map<String, AtomicLong> byTopic = new ConcurrentHashMap<>();
  private final Map<DeadLetter.Kind, AtomicLong> byKind = new ConcurrentHashMap<>();
  private final Queue<String> untrusted = new ConcurrentLinkedQueue<>();
  private final AtomicLong withoutReason = new AtomicLong();

  private DeadLetters(KafkaConsumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
    this.thread = Thread.ofPlatform().daemon().name("dead-letters").unstarted(this::run);
  }

  static DeadLetters follow(Services services) {
    Map<String, Object> client = new HashMap<>(services.kafka());
    client.putAll(
        Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            5_000,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            4 << 20));
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(Topic.DEAD_LETTERS.topicName()).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    DeadLetters letters = new DeadLetters(consumer);
    letters.thread.start();
    return letters;
  }

  /** Letters about records of {@code topic}, but for untrusted ones, of which not each has one. */
  long count(Topic topic) {
    AtomicLong count = byTopic.get(topic.topicName());
    return count == null ? 0 : count.get();
  }

  Map<DeadLetter.Kind, Long> kinds() {
    Map<DeadLetter.Kind, Long> kinds = new EnumMap<>(DeadLetter.Kind.class);
    byKind.forEach((kind, count) -> kinds.put(kind, count.get()));
    return kinds;
  }

  /** Why records are untrusted. */
  List<String> untrusted() {
    return List.copyOf(untrusted);
  }

  long withoutReason() {
    return withoutReason.get();
  }

  @Override
  public void close() throws InterruptedException {
    consumer.wakeup();
    thread.join();
    consumer.close();
  }

  private void run() {
    try {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(500))) {
          if (each.headers().lastHeader(HOSTILE) == null) {
            take(each.value());
          }
        }
      }
    } catch (WakeupException e) {
      // Closed.
    }
  }

  private void take(byte[] value) {
    if (codec.decode(Topic.DEAD_LETTERS, value) instanceof Decoded.Known(DeadLetter letter)) {
      if (letter.kind() == DeadLetter.Kind.UNTRUSTED) {
        untrusted.add(letter.reason());
      } else {
        byTopic.computeIfAbsent(letter.topic(), _ -> new AtomicLong()).incrementAndGet();
      }
      byKind.computeIfAbsent(letter.kind(), _ -> new AtomicLong()).incrementAndGet();
      if (letter.reason().isBlank()) {
        withoutReason.incrementAndGet();
      }
    }
  }
}
