package io.oasis.proving.chaos;

import io.oasis.distribution.Services;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;

/**
 * The state of a domain as its log has it: the committed settings and decisions, from the first to
 * the last.
 *
 * @param limits the newest setting's of each queue; absent where it was let go
 * @param decided the newest decision's limit of each queue
 */
record LogReplay(Map<QueueId, Optional<RateBound>> limits, Map<QueueId, RateBound> decided) {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final List<Topic> LOG = List.of(Topic.SETTINGS, Topic.DECISIONS);

  /** A limit is sent again when it has changed by more than this part, or the I/O size by more. */
  private static final double SAME = 0.06;

  static LogReplay read(Services services, DomainId domain) {
    Map<String, Object> settings = new HashMap<>(services.kafka());
    settings.putAll(
        Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
            false));
    Map<QueueId, Setting> newest = new HashMap<>();
    Map<QueueId, RateBound> decided = new TreeMap<>();
    Version[] last = {Version.NONE};
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      for (Message message : all(consumer)) {
        if (message instanceof SettingBatch batch && batch.domain().equals(domain)) {
          for (Setting setting : batch.settings()) {
            newest.merge(
                setting.queue(),
                setting,
                (old, next) -> next.version().isAfter(old.version()) ? next : old);
          }
        } else if (message instanceof Decision decision
            && decision.domain().equals(domain)
            && decision.header().version().isAfter(last[0])) {
          last[0] = decision.header().version();
          decision
              .queues()
              .forEach(
                  queue ->
                      queue
                          .step()
                          .limit()
                          .ifPresentOrElse(
                              limit -> decided.put(queue.queue(), limit),
                              () -> decided.remove(queue.queue())));
        }
      }
    }
    Map<QueueId, Optional<RateBound>> limits = new TreeMap<>();
    newest.forEach((queue, setting) -> limits.put(queue, setting.limit()));
    return new LogReplay(limits, decided);
  }

  /** What a manager shows that the log does not say; empty when they agree. */
  List<String> differences(List<JsonNode> shown) {
    List<String> differences = new ArrayList<>();
    for (JsonNode queue : shown) {
      QueueId id = QueueId.parse(queue.path("queue").asString(""));
      Optional<Double> inForce = number(queue, "limitIops");
      Optional<Double> logged = limits.getOrDefault(id, Optional.empty()).flatMap(LogReplay::iops);
      Optional<Double> last = Optional.ofNullable(decided.get(id)).flatMap(LogReplay::iops);
      boolean agree =
          isSame(inForce, logged)
              && inForce.isPresent() == last.isPresent()
              && (last.isEmpty() || Math.abs(last.get() - inForce.get()) <= SAME * last.get());
      if (!agree) {
        differences.add(
            "%s: the manager shows %s, the newest setting has %s, the newest decision %s"
                .formatted(id, inForce, logged, last));
      }
    }
    return differences;
  }

  /**
   * Schedulers take whole operations a second, and a manager that took over shows what is in force.
   */
  private static boolean isSame(Optional<Double> inForce, Optional<Double> logged) {
    return inForce.isPresent() == logged.isPresent()
        && (logged.isEmpty() || Math.abs(logged.get() - inForce.orElseThrow()) < 1);
  }

  private static Optional<Double> iops(RateBound bound) {
    return bound.iops().map(iops -> iops.perSecond());
  }

  private static Optional<Double> number(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNumber() ? Optional.of(value.asDouble()) : Optional.empty();
  }

  private static List<Message> all(KafkaConsumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        LOG.stream()
            .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    MessageCodec codec = new MessageCodec();
    List<Message> messages = new ArrayList<>();
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        Topic topic = Topic.named(record.topic()).orElseThrow();
        if (record.value() != null
            && codec.decode(topic, record.value()) instanceof Decoded.Known(Message message)) {
          messages.add(message);
        }
      }
    }
    return messages;
  }
}
