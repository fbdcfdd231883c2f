package io.oasis.messaging;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Topic;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The counters of a link; what they mean stands in {@code docs/metrics.md}. */
final class LinkMeters {
  private final MeterRegistry registry;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();

  LinkMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void sent(Topic topic) {
    count("oasis.messages.sent", "messages that the broker has taken", topic, "");
  }

  void received(Topic topic) {
    count("oasis.messages.received", "valid messages read", topic, "");
  }

  void dropped(Topic topic, Exception failure) {
    String kind = failure.getClass().getSimpleName();
    count("oasis.messages.dropped", "messages given up; kind is the error", topic, kind);
  }

  void refused(Topic topic, DeadLetter.Kind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    count("oasis.messages.refused", "records that are no valid message for us", topic, name);
  }

  void inboxFull(Topic topic) {
    count("oasis.inbox.full", "messages that had to wait for the service", topic, "");
  }

  private void count(String name, String meaning, Topic topic, String kind) {
    counters
        .computeIfAbsent(
            name + '|' + topic.topicName() + '|' + kind, _ -> create(name, meaning, topic, kind))
        .increment();
  }

  private Counter create(String name, String meaning, Topic topic, String kind) {
    Counter.Builder counter =
        Counter.builder(name).description(meaning).tag("topic", topic.topicName());
    if (!kind.isEmpty()) {
      counter.tag("kind", kind);
    }
    return counter.register(registry);
  }
}
