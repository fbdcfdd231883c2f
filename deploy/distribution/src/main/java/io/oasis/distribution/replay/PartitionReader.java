package io.oasis.distribution.replay;

import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** The committed records of one partition, from the first to the last there is at the beginning. */
final class PartitionReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  /** What lies nearer is read and passed over: cheaper than to ask the broker anew. */
  private static final long FAR = 5_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final long end;
  private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();

  PartitionReader(LinkConfig broker, Topic topic, int partition) {
    this.partition = new TopicPartition(topic.topicName(), partition);
    consumer =
        KafkaLink.consumer(
            broker.as(broker.clientId() + "-" + this.partition), TopicReader.From.EARLIEST);
    consumer.assign(List.of(this.partition));
    consumer.seekToBeginning(List.of(this.partition));
    end = consumer.endOffsets(List.of(this.partition)).getOrDefault(this.partition, 0L);
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
