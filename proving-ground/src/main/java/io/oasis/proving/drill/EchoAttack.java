package io.oasis.proving.drill;

import io.oasis.distribution.Services;
import io.oasis.distribution.broker.BrokerSecrets;
import io.oasis.distribution.process.Wait;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * What this host's agent said, word by word with its seal, said again when it is old. Refused when
 * it is written to the dead letters.
 */
record EchoAttack(String name) implements Attack {
  /** A little more than what managers take for the order of things. */
  private static final Duration AGE = Duration.ofSeconds(35);

  /** What is at hand is looked for from so long ago. */
  private static final Duration FROM = AGE.plusSeconds(10);

  static List<Attack> all() {
    return List.of(new EchoAttack("record: this host's words of some seconds ago"));
  }

  @Override
  public Verdict attempt(Site site) {
    Optional<LunReport> heard;
    try {
      heard = firstHeard(site);
    } catch (KafkaException e) {
      return new Verdict(false, "not tried: " + e.getMessage());
    }
    if (heard.isEmpty()) {
      return new Verdict(false, "not tried: no agent speaks");
    }
    Duration left = AGE.minus(Duration.between(heard.get().interval().at(), Instant.now()));
    if (left.isPositive()) {
      Wait.pause(left);
    }
    return new RecordAttack(name, "agent", true, heard.get(), UnaryOperator.identity())
        .attempt(site);
  }

  /** The first since then, or the next that this host says. */
  private static Optional<LunReport> firstHeard(Site site) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        BrokerAttack.consumer(site.kafka(BrokerSecrets.ADMIN))) {
      seek(consumer, Instant.now().minus(FROM));
      long end = System.nanoTime() + Site.TOLD.toNanos();
      while (System.nanoTime() < end) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(200))) {
          if (new MessageCodec().decode(Topic.REQUESTS, each.value())
                  instanceof Decoded.Known(LunReport report)
              && report.interval().host().value().equals(Services.hostName())) {
            return Optional.of(report);
          }
        }
      }
      return Optional.empty();
    }
  }

  private static void seek(KafkaConsumer<byte[], byte[]> consumer, Instant from) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(Topic.REQUESTS.topicName()).stream()
            .map(each -> new TopicPartition(each.topic(), each.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    Map<TopicPartition, Long> asked =
        partitions.stream()
            .collect(Collectors.toMap(Function.identity(), _ -> from.toEpochMilli()));
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> found :
        consumer.offsetsForTimes(asked).entrySet()) {
      if (found.getValue() != null) {
        consumer.seek(found.getKey(), found.getValue().offset());
      }
    }
  }
}
