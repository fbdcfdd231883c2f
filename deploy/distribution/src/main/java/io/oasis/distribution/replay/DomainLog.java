package io.oasis.distribution.replay;

import io.oasis.lab.replay.Assembly;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a broker's topics have of one domain. */
final class DomainLog implements Assembly.Log, AutoCloseable {
  private final LiveTopics topics;
  private final DomainId domain;
  private final byte[] key;
  private final MessageCodec codec = new MessageCodec();
  private final Map<Topic, PartitionReader> readers = new EnumMap<>(Topic.class);

  DomainLog(LiveTopics topics, DomainId domain) {
    this.topics = topics;
    this.domain = domain;
    this.key = domain.value().getBytes(StandardCharsets.UTF_8);
  }

  Optional<Message> nextOfJournal() {
    return next(Topic.JOURNAL);
  }

  @Override
  public Optional<Message> nextDecision() {
    return next(Topic.DECISIONS);
  }

  @Override
  public List<Message> inputs(Topic topic, long first, long last) {
    PartitionReader reader = reader(topic);
    reader.skipTo(first);
    List<Message> inputs = new ArrayList<>();
    for (var record = reader.peek();
        record.isPresent() && record.get().offset() <= last;
        record = reader.peek()) {
      reader.take();
      if (record.get().offset() >= first) {
        decoded(topic, record.get())
            .filter(message -> Input.of(message).isPresent())
            .ifPresent(inputs::add);
      }
    }
    return inputs;
  }

  private Optional<Message> next(Topic topic) {
    PartitionReader reader = reader(topic);
    for (var record = reader.peek(); record.isPresent(); record = reader.peek()) {
      reader.take();
      Optional<Message> message = decoded(topic, record.get());
      if (message.isPresent()) {
        return message;
      }
    }
    return Optional.empty();
  }

  private Optional<Message> decoded(Topic topic, ConsumerRecord<byte[], byte[]> record) {
    if (!Arrays.equals(key, record.key()) || record.value() == null) {
      return Optional.empty();
    }
    return codec.decode(topic, record.value()) instanceof Decoded.Known(Message message)
        ? Optional.of(message)
        : Optional.empty();
  }

  private PartitionReader reader(Topic topic) {
    return readers.computeIfAbsent(topic, wanted -> topics.reader(wanted, domain));
  }

  @Override
  public void close() {
    readers.values().forEach(PartitionReader::close);
  }
}
