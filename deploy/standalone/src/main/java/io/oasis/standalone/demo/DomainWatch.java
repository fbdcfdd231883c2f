package io.oasis.standalone.demo;

import io.oasis.standalone.ManagerClient;
import io.oasis.standalone.MissingException;
import io.oasis.standalone.process.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Follows one LUN's domain through the manager's REST interface, twice an interval. */
final class DomainWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * What the manager said of an application.
   *
   * @param limit pushed to the kernel, IOPS
   * @param granted IOPS
   * @param demand IOPS
   */
  record QueueState(
      Optional<Double> limit, Optional<Double> granted, double demand, String state, String why) {
    static final QueueState UNKNOWN = new QueueState(Optional.empty(), Optional.empty(), 0, "", "");
  }

  /** All of it at one instant of {@link System#nanoTime}; queues by application id. */
  record Seen(long nanos, Map<String, QueueState> queues, DemoResult.Interval capacity) {}

  private final ManagerClient client;
  private final String lun;
  private final Thread thread;
  private final List<Seen> seen = new ArrayList<>();
  private volatile Optional<String> domain = Optional.empty();

  private DomainWatch(ManagerClient client, String lun) {
    this.client = client;
    this.lun = lun;
    this.thread = Thread.ofVirtual().name("domain-watch").unstarted(this::run);
  }

  /**
   * @param lun the LUN's id
   */
  static DomainWatch start(ManagerClient client, String lun) {
    DomainWatch watch = new DomainWatch(client, lun);
    watch.thread.start();
    return watch;
  }

  /** The domain the LUN belongs to; absent until an agent has reported it. */
  Optional<String> domain() {
    return domain;
  }

  /** Everything seen from {@code fromNanos} on, in order. */
  List<Seen> since(long fromNanos) {
    synchronized (seen) {
      return seen.stream().filter(s -> s.nanos() - fromNanos >= 0).toList();
    }
  }

  /** What was last said of the application whose id ends in {@code path}. */
  QueueState latest(String path) {
    synchronized (seen) {
      return seen.isEmpty() ? QueueState.UNKNOWN : of(seen.getLast(), path);
    }
  }

  DemoResult.Interval capacity() {
    synchronized (seen) {
      return seen.isEmpty()
          ? new DemoResult.Interval(Optional.empty(), Optional.empty())
          : seen.getLast().capacity();
    }
  }

  static QueueState of(Seen seen, String path) {
    return seen.queues().entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(":" + path))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(QueueState.UNKNOWN);
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    while (Wait.pause(POLL)) {
      try {
        look();
      } catch (MissingException e) {
        // The manager is starting again, or is being stopped: the next look tells.
      }
    }
  }

  private void look() {
    if (domain.isEmpty()) {
      domain =
          client.domains().stream()
              .map(node -> node.path("domain").asString(""))
              .filter(id -> client.queues(id).stream().anyMatch(this::isOurs))
              .findFirst();
    }
    if (domain.isPresent()) {
      JsonNode capacity =
          client.domain(domain.get()).map(node -> node.path("capacity")).orElse(null);
      Map<String, QueueState> queues = new HashMap<>();
      for (JsonNode queue : client.queues(domain.get())) {
        if (isOurs(queue)) {
          queues.put(queue.path("application").asString(""), stateOf(queue));
        }
      }
      Seen now = new Seen(System.nanoTime(), queues, intervalOf(capacity));
      synchronized (seen) {
        seen.add(now);
      }
    }
  }

  private boolean isOurs(JsonNode queue) {
    return queue.path("lun").asString("").equals(lun);
  }

  private static QueueState stateOf(JsonNode queue) {
    return new QueueState(
        number(queue, "limitIops"),
        number(queue, "grantedIops"),
        queue.path("demandIops").asDouble(0),
        queue.path("state").asString(""),
        queue.path("reason").asString(""));
  }

  private static DemoResult.Interval intervalOf(
      @org.jspecify.annotations.Nullable JsonNode capacity) {
    return capacity == null
        ? new DemoResult.Interval(Optional.empty(), Optional.empty())
        : new DemoResult.Interval(number(capacity, "lowerIops"), number(capacity, "upperIops"));
  }

  private static Optional<Double> number(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNumber() ? Optional.of(value.asDouble()) : Optional.empty();
  }
}
