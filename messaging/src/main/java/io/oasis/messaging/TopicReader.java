package io.oasis.messaging;

import io.oasis.messaging.trust.Gate;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of some topics, without a consumer group, on a thread of its own.
 *
 * <p>Law: every record is either put into the inbox, in the order of its partition, or refused:
 * counted by topic and kind and sent to {@code oasis.dead-letters} with the reason. A full inbox
 * holds the reader back (counted); the records wait at the broker. Trouble with the broker is
 * retried for ever. Records without value (compaction's marks of what was deleted) are passed over.
 */
public final class TopicReader implements AutoCloseable {
  /** Where reading starts. */
  public enum From {
    /** What comes from now on. */
    LATEST,
    /** What came in the last minute, and what comes from now on. */
    RECENT,
    /** Everything that is kept. */
    EARLIEST
  }

  private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);

  private static final Duration RECENT = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Duration PARTITIONS_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration PARTITIONS_INTERVAL = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final long OFFER_MILLIS = 100;

  /** Until it is tried again whether a codec is there, or whether the broker lets us in. */
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);

  private final Set<Topic> topics;
  private final From from;
  private final BlockingQueue<Message> inbox;
  private final BiConsumer<Message, Headers> listener;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Gate gate;
  private final Refusals refusals;
  private final LinkMeters meters;
  private final java.util.function.Consumer<KafkaException> trouble;
  private final MessageCodec codec = new MessageCodec();
  private final Thread thread;
  private final Map<TopicPartition, Long> nextOffsets = new HashMap<>();
  private volatile boolean closed;
  private volatile boolean positioned;
  private volatile @Nullable Consumer<byte[], byte[]> current;

  /**
   * @param trouble is told what is wrong with the broker
   */
  TopicReader(
      String reader,
      Set<Topic> topics,
      From from,
      BlockingQueue<Message> inbox,
      BiConsumer<Message, Headers> listener,
      Supplier<Consumer<byte[], byte[]>> consumers,
      java.util.function.Consumer<Message> deadLetters,
      Gate gate,
      LinkMeters meters,
      java.util.function.Consumer<KafkaException> trouble) {
    this.topics = Set.copyOf(topics);
    this.from = from;
    this.inbox = inbox;
    this.listener = listener;
    this.consumers = consumers;
    this.gate = gate;
    this.refusals = new Refusals(reader, deadLetters, meters, System::nanoTime);
    this.meters = meters;
    this.trouble = trouble;
    this.thread = Thread.ofPlatform().daemon().name("oasis-reader").unstarted(this::run);
  }

  /** Whether whatever is sent from now on will be read. */
  public boolean isPositioned() {
    return positioned;
  }

  void start() {
    thread.start();
  }

  /** Goes on with a new consumer. */
  void renew() {
    var consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
  }

  @Override
  public void close() {
    closed = true;
    renew();
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      try (var consumer = consumers.get()) {
        current = consumer;
        readWith(consumer);
      } catch (WakeupException e) {
        LOG.debug("closed, or to go on with a new consumer");
      } catch (InterruptException | InterruptedException e) {
        return;
      } catch (KafkaException e) {
        trouble.accept(e);
        LockSupport.parkNanos(LONGEST_RETRY.toNanos());
      } catch (LinkageError e) {
        codecIsMissing(e);
      }
    }
  }

  /** The directory of temporary files may not let anybody execute what a codec unpacks there. */
  private void codecIsMissing(LinkageError e) {
    String mend =
        "set the topics' compression.type to uncompressed, or -Djava.io.tmpdir to a directory"
            + " that is not mounted noexec";
    LOG.error("what is in {} cannot be unpacked here: {}; {}", topics, e.toString(), mend);
    LockSupport.parkNanos(LONGEST_RETRY.toNanos());
  }

  /** Reads until closed, or until Kafka says that this consumer cannot go on. */
  void readWith(Consumer<byte[], byte[]> consumer) throws InterruptedException {
    boolean atStart = true;
    long partitionsDue = System.nanoTime();
    while (!closed) {
      if (System.nanoTime() - partitionsDue >= 0) {
        if (assign(consumer, atStart)) {
          atStart = false;
          partitionsDue = System.nanoTime() + PARTITIONS_INTERVAL.toNanos();
        } else {
          TimeUnit.MILLISECONDS.sleep(RETRY.toMillis());
          continue;
        }
      }
      for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
        take(each);
        nextOffsets.put(new TopicPartition(each.topic(), each.partition()), each.offset() + 1);
      }
    }
  }

  /**
   * Takes every partition there is; those that appear later are read from their beginning.
   *
   * @return whether every topic was found
   */
  private boolean assign(Consumer<byte[], byte[]> consumer, boolean atStart) {
    List<TopicPartition> all = new ArrayList<>();
    for (Topic topic : topics) {
      List<PartitionInfo> partitions = partitionsOf(consumer, topic);
      if (partitions.isEmpty()) {
        return !atStart;
      }
      partitions.forEach(p -> all.add(new TopicPartition(p.topic(), p.partition())));
    }
    Set<TopicPartition> fresh = new HashSet<>(all);
    fresh.removeAll(consumer.assignment());
    if (!fresh.isEmpty()) {
      consumer.assign(all);
      fresh.forEach(partition -> seek(consumer, partition, atStart));
    }
    return positioned || arePositionsKnown(consumer, all);
  }

  /** A reader that had to take a new consumer goes on where the old one was. */
  private void seek(Consumer<byte[], byte[]> consumer, TopicPartition partition, boolean atStart) {
    Long next = nextOffsets.get(partition);
    if (next != null) {
      consumer.seek(partition, next);
    } else if (atStart && !positioned) {
      switch (from) {
        case LATEST -> consumer.seekToEnd(List.of(partition));
        case RECENT -> seekToRecent(consumer, partition);
        case EARLIEST -> consumer.seekToBeginning(List.of(partition));
      }
    } else {
      consumer.seekToBeginning(List.of(partition));
    }
  }

  private static void seekToRecent(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    long since = System.currentTimeMillis() - RECENT.toMillis();
    OffsetAndTimestamp first =
        consumer.offsetsForTimes(Map.of(partition, since), PARTITIONS_TIMEOUT).get(partition);
    if (first == null) {
      consumer.seekToEnd(List.of(partition));
    } else {
      consumer.seek(partition, first.offset());
    }
  }

  /** "The end" means nothing until the broker has said where it is. */
  private boolean arePositionsKnown(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    try {
      for (TopicPartition partition : partitions) {
        nextOffsets.put(partition, consumer.position(partition, PARTITIONS_TIMEOUT));
      }
      positioned = true;
      return true;
    } catch (org.apache.kafka.common.errors.TimeoutException e) {
      trouble.accept(e);
      return false;
    }
  }

  private List<PartitionInfo> partitionsOf(Consumer<byte[], byte[]> consumer, Topic topic) {
    try {
      List<PartitionInfo> found = consumer.partitionsFor(topic.topicName(), PARTITIONS_TIMEOUT);
      return found == null ? List.of() : found;
    } catch (org.apache.kafka.common.errors.TimeoutException e) {
      trouble.accept(e);
      return List.of();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> each) throws InterruptedException {
    Topic topic = Topic.named(each.topic()).orElseThrow();
    byte @Nullable [] value = each.value();
    if (value == null) {
      return;
    }
    Optional<String> refusal = gate.refusal(topic, each.headers(), value);
    if (refusal.isPresent()) {
      refusals.take(topic, each, DeadLetter.Kind.UNTRUSTED, refusal.get());
      return;
    }
    switch (codec.decode(topic, value)) {
      case Decoded.Known(Message message) -> {
        Optional<String> objection = gate.objection(topic, each.headers(), message);
        if (objection.isPresent()) {
          refusals.take(topic, each, DeadLetter.Kind.UNTRUSTED, objection.get());
        } else {
          listener.accept(message, each.headers());
          hand(topic, message);
        }
      }
      case Decoded.Refused(DeadLetter.Kind kind, String reason) ->
          refusals.take(topic, each, kind, reason);
    }
  }

  private void hand(Topic topic, Message message) throws InterruptedException {
    meters.received(topic);
    if (inbox.offer(message)) {
      return;
    }
    meters.inboxFull(topic);
    while (!closed && !inbox.offer(message, OFFER_MILLIS, TimeUnit.MILLISECONDS)) {
      Thread.onSpinWait();
    }
  }
}
