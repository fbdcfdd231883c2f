package io.oasis.standalone.scale;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Topic;
import io.oasis.standalone.process.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Domains that are enforced and whose demands change every other interval, each asking once a
 * second in its own part of the second. The time from a domain's first request of an interval to
 * the first setting that answers it is the latency; adapters answer what they are told.
 */
final class Crowd implements AutoCloseable {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int INBOX = 200_000;
  private static final double[] BEFORE = {900, 300};
  private static final double[] AFTER = {300, 900};
  private static final double SATURATED_IOPS_PER_QUEUE = 500;

  private final KafkaLink link;
  private final BlockingQueue<Message> settings = new ArrayBlockingQueue<>(INBOX);
  private final TopicReader reader;
  private final List<Traffic> domains = new ArrayList<>();
  private final Map<String, Traffic> byName = new HashMap<>();
  private final Map<String, Long> asked = new ConcurrentHashMap<>();
  private final int queuesEach;
  private final LatencyLog latencies = new LatencyLog();
  private final Thread answering;
  private int rounds;

  Crowd(String bootstrap, int firstNumber, int domainCount, int queuesEach) {
    LinkConfig config = new LinkConfig(bootstrap, "scale", 4, (short) 1, 64L << 20);
    this.queuesEach = queuesEach;
    link = KafkaLink.open(config, new SimpleMeterRegistry());
    reader = link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, settings);
    for (int i = 0; i < domainCount; i++) {
      Traffic traffic = new Traffic(firstNumber + i, queuesEach);
      domains.add(traffic);
      byName.put(traffic.domain().value(), traffic);
    }
    answering = Thread.ofPlatform().daemon().name("scale-answers").start(this::answer);
  }

  /** Has every domain enforced. */
  void begin() {
    Wait.until(PATIENCE, reader::isPositioned);
    domains.forEach(domain -> Wait.until(PATIENCE, () -> link.send(domain.enforce())));
  }

  /** So many seconds of it; what was measured before is forgotten. */
  LatencyLog run(int seconds) {
    synchronized (latencies) {
      latencies.clear();
    }
    long due = System.nanoTime();
    for (int second = 0; second < seconds; second++) {
      boolean turned = rounds++ / 2 % 2 == 0;
      for (Traffic domain : domains) {
        Wait.pause(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
        ask(domain, turned ? BEFORE : AFTER);
        due += SECOND_NANOS / domains.size();
      }
    }
    synchronized (latencies) {
      return latencies.copy();
    }
  }

  @Override
  public void close() {
    answering.interrupt();
    link.close();
  }

  private void ask(Traffic domain, double[] demands) {
    domain.adapter().forEach(link::send);
    asked.put(domain.domain().value(), System.nanoTime());
    domain.requests(demands).forEach(link::send);
    link.send(domain.report(SATURATED_IOPS_PER_QUEUE * queuesEach));
  }

  private void answer() {
    try {
      while (true) {
        List<Message> told = new ArrayList<>(List.of(settings.take()));
        settings.drainTo(told);
        answer(told, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(List<Message> told, long now) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Message message : told) {
      if (message instanceof Setting setting) {
        outcomes.add(applied(setting, now));
      }
    }
    OutcomeBatch.of(outcomes).forEach(link::send);
  }

  private Outcome applied(Setting setting, long now) {
    String domain = setting.domain().value();
    Long since = asked.remove(domain);
    if (since != null) {
      synchronized (latencies) {
        latencies.add(now - since);
      }
    }
    return Objects.requireNonNull(byName.get(domain)).applied(setting);
  }
}
