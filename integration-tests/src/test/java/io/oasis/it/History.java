package io.oasis.it;

import io.oasis.standalone.ManagerClient;
import io.oasis.standalone.MissingException;
import io.oasis.standalone.process.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/** Follows one LUN through the manager's REST interface, four times an interval. */
final class History implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(250);

  /**
   * What REST said at one instant.
   *
   * @param queues of the LUN, by application
   */
  record Seen(long nanos, JsonNode domain, Map<String, JsonNode> queues) {
    /** The queue of an application whose id ends so; absent if the manager shows none. */
    Optional<JsonNode> queue(String applicationEnd) {
      return queues.entrySet().stream()
          .filter(entry -> entry.getKey().endsWith(applicationEnd))
          .map(Map.Entry::getValue)
          .findFirst();
    }

    /** A number of a queue; absent if it is not there. */
    OptionalDouble number(String applicationEnd, String field) {
      JsonNode value = queue(applicationEnd).map(queue -> queue.path(field)).orElse(null);
      return value != null && value.isNumber()
          ? OptionalDouble.of(value.asDouble())
          : OptionalDouble.empty();
    }

    double lowerIops() {
      return domain.path("capacity").path("lowerIops").asDouble(0);
    }

    double upperIops() {
      return domain.path("capacity").path("upperIops").asDouble(Double.POSITIVE_INFINITY);
    }

    boolean knows(double capacityIops) {
      return lowerIops() <= capacityIops && capacityIops <= upperIops();
    }
  }

  private final ManagerClient client;
  private final String lun;
  private final Thread thread = Thread.ofVirtual().name("history").unstarted(this::run);
  private final List<Seen> seen = new ArrayList<>();
  private volatile Optional<String> domain = Optional.empty();

  private History(ManagerClient client, String lun) {
    this.client = client;
    this.lun = lun;
  }

  static History start(ManagerClient client, String lun) {
    History history = new History(client, lun);
    history.thread.start();
    return history;
  }

  Optional<String> domain() {
    return domain;
  }

  Optional<Seen> last() {
    synchronized (seen) {
      return seen.isEmpty() ? Optional.empty() : Optional.of(seen.getLast());
    }
  }

  List<Seen> since(long nanos) {
    synchronized (seen) {
      return seen.stream().filter(each -> each.nanos() - nanos >= 0).toList();
    }
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
        // Killed on purpose, or starting again: there is nothing to remember of now.
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
      Optional<JsonNode> header = client.domain(domain.get());
      Map<String, JsonNode> queues = new HashMap<>();
      for (JsonNode queue : client.queues(domain.get())) {
        if (isOurs(queue)) {
          queues.put(queue.path("application").asString(""), queue);
        }
      }
      header.ifPresent(node -> add(new Seen(System.nanoTime(), node, Map.copyOf(queues))));
    }
  }

  private void add(Seen now) {
    synchronized (seen) {
      seen.add(now);
    }
  }

  private boolean isOurs(JsonNode queue) {
    return queue.path("lun").asString("").equals(lun);
  }
}
