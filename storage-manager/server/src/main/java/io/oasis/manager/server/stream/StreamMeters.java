package io.oasis.manager.server.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Topic;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * Counts what goes in and out. Of the records of a topic, {@code received = used + refused +
 * quarantined + rerouted}.
 */
public final class StreamMeters {
  private static final Map<String, String> MEANINGS =
      Map.of(
          "oasis.manager.records.quarantined", "records that a controller failed on",
          "oasis.manager.records.rerouted", "records sent on to the domain of their LUN",
          "oasis.manager.messages.published", "messages handed to the broker",
          "oasis.manager.controller.failures", "failures of a controller without a record",
          "oasis.manager.stream.failures", "what a stream failed on and went on from",
          "oasis.manager.stream.restarts", "starts anew of the streams");

  /** Of each partition that a consumer reads, in Kafka's own metrics. */
  private static final String LAG = "records-lag";

  private final MeterRegistry registry;
  private final HostClocks clocks = new HostClocks(InstantSource.system());
  private final Map<Topic, Counter> received = new ConcurrentHashMap<>();
  private final Map<Topic, Counter> used = new ConcurrentHashMap<>();
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();

  public StreamMeters(MeterRegistry registry) {
    this.registry = registry;
    threadFailures(0);
    restarts("clock", 0);
    restarts("topics", 0);
    restarts("stuck", 0);
    for (Topic topic : List.of(Topic.REQUESTS, Topic.USAGE, Topic.OUTCOMES, Topic.GUARD_RAILS)) {
      count("oasis.manager.records.quarantined", "topic", topic.topicName(), 0);
    }
    for (String during : List.of("tick", "view", "restore")) {
      count("oasis.manager.controller.failures", "during", during, 0);
    }
  }

  /** What hosts' clocks say. */
  public HostClocks clocks() {
    return clocks;
  }

  /** Records that wait at the broker, asked for when somebody looks. */
  void waiting(Supplier<@Nullable KafkaStreams> streams) {
    Gauge.builder("oasis.manager.records.waiting", () -> waitingIn(streams.get()))
        .description("records at the broker that are still to be taken")
        .register(registry);
  }

  /** Records that our consumers know of and have not taken; none while Streams does not run. */
  private static double waitingIn(@Nullable KafkaStreams present) {
    double records = 0;
    if (present != null) {
      for (Metric metric : present.metrics().values()) {
        if (metric.metricName().name().equals(LAG) && metric.metricValue() instanceof Number lag) {
          records += Math.max(0, lag.doubleValue());
        }
      }
    }
    return records;
  }

  void received(Topic topic) {
    received
        .computeIfAbsent(topic, t -> records("received", "records taken from a topic", t))
        .increment();
  }

  void used(Topic topic) {
    used.computeIfAbsent(topic, t -> records("used", "records that a controller took", t))
        .increment();
  }

  /** A record went to the dead letters because of what it is. */
  public void refused(String topic, DeadLetter.Kind kind) {
    String key = "refused|" + topic + '|' + kind;
    counters
        .computeIfAbsent(
            key,
            k ->
                Counter.builder("oasis.manager.records.refused")
                    .description("records that are not what or from whom they have to be")
                    .tag("topic", topic)
                    .tag("kind", lower(kind))
                    .register(registry))
        .increment();
  }

  /** A record went to the dead letters because a controller failed on it. */
  void quarantined(Topic topic) {
    count("oasis.manager.records.quarantined", "topic", topic.topicName(), 1);
  }

  void rerouted(Topic topic) {
    count("oasis.manager.records.rerouted", "topic", topic.topicName(), 1);
  }

  void published(String topicName) {
    count("oasis.manager.messages.published", "topic", topicName, 1);
  }

  void controllerFailure(String during) {
    count("oasis.manager.controller.failures", "during", during, 1);
  }

  void threadFailures(int n) {
    count("oasis.manager.stream.failures", "part", "thread", n);
  }

  void hangingTransactions(int n) {
    count("oasis.manager.stream.failures", "part", "hanging-transaction", n);
  }

  void recordTooLarge() {
    count("oasis.manager.stream.failures", "part", "record-too-large", 1);
  }

  void restarts(String reason, int n) {
    count("oasis.manager.stream.restarts", "reason", reason, n);
  }

  private Counter records(String what, String meaning, Topic topic) {
    return Counter.builder("oasis.manager.records." + what)
        .description(meaning)
        .tag("topic", topic.topicName())
        .register(registry);
  }

  private void count(String name, String tag, String value, int n) {
    counters
        .computeIfAbsent(
            name + '|' + value,
            _ ->
                Counter.builder(name)
                    .description(MEANINGS.getOrDefault(name, name))
                    .tag(tag, value)
                    .register(registry))
        .increment(n);
  }

  private static String lower(DeadLetter.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
