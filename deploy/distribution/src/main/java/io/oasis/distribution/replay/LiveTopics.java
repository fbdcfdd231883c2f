package io.oasis.distribution.replay;

import io.oasis.distribution.MissingException;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics of a broker, and the domains that its journal speaks of. */
final class LiveTopics {
  private static final List<Topic> NEEDED =
      List.of(Topic.REQUESTS, Topic.USAGE, Topic.OUTCOMES, Topic.DECISIONS, Topic.JOURNAL);

  private final LinkConfig broker;
  private final Map<Topic, Integer> partitions = new EnumMap<>(Topic.class);

  /**
   * @throws MissingException when no broker answers, or it lacks a topic
   */
  LiveTopics(LinkConfig broker) {
    this.broker = broker;
    try (Admin admin = KafkaLink.admin(broker)) {
      admin
          .describeTopics(NEEDED.stream().map(Topic::topicName).toList())
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) ->
                  partitions.put(Topic.named(name).orElseThrow(), topic.partitions().size()));
    } catch (ExecutionException e) {
      throw missing(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw missing(e);
    }
  }

  private MissingException missing(Throwable cause) {
    String what =
        switch (cause) {
          case TimeoutException _ -> "no broker answers; name one with --bootstrap";
          case UnknownTopicOrPartitionException _ ->
              "a topic is missing of " + NEEDED.stream().map(Topic::topicName).toList();
          default -> String.valueOf(cause.getMessage());
        };
    return new MissingException("bootstrap = " + broker.bootstrap() + ": " + what, cause);
  }

  Set<DomainId> domains() {
    Set<DomainId> domains = new TreeSet<>();
    MessageCodec codec = new MessageCodec();
    for (int partition = 0; partition < partitionsOf(Topic.JOURNAL); partition++) {
      try (PartitionReader reader = new PartitionReader(broker, Topic.JOURNAL, partition)) {
        for (var record = reader.peek(); record.isPresent(); record = reader.peek()) {
          reader.take();
          byte[] value = record.get().value();
          if (value != null
              && codec.decode(Topic.JOURNAL, value) instanceof Decoded.Known(Message message)) {
            domains.add(new DomainId(Schema.keyOf(message)));
          }
        }
      }
    }
    return domains;
  }

  /** Those of a topic in which a domain's records are. */
  PartitionReader reader(Topic topic, DomainId domain) {
    return new PartitionReader(
        broker, topic, DomainPartitioner.partition(domain.value(), partitionsOf(topic)));
  }

  private int partitionsOf(Topic topic) {
    return partitions.getOrDefault(topic, 0);
  }
}
