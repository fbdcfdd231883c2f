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
    count("oasis.messages.sent", topic, "");
  }

  void received(Topic topic) {
    count("oasis.messages.received", topic, "");
  }

  void dropped(Topic topic, Exception failure) {
    count("oasis.messages.dropped", topic, failure.getClass().getSimpleName());
  }

  void refused(Topic topic, DeadLetter.Kind kind) {
    count("oasis.messages.refused", topic, kind.name().toLowerCase(Locale.ROOT));
  }

  void inboxFull(Topic topic) {
    count("oasis.inbox.full", topic, "");
  }

  private void count(String name, Topic topic, String kind) {
    counters
        .computeIfAbsent(
            name + '|' + topic.topicName() + '|' + kind, _ -> create(name, topic, kind))
        .increment();
  }

  private Counter create(String name, Topic topic, String kind) {
    Counter.Builder counter = Counter.builder(name).tag("topic", topic.topicName());
    if (!kind.isEmpty()) {
      counter.tag("kind", kind);
    }
    return counter.register(registry);
  }
}
