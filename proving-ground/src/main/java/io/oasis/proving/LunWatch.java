package io.oasis.proving;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Follows one LUN through the manager's REST interface, a few times an interval. */
public final class LunWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(250);

  /**
   * What REST said at one instant of {@link System#nanoTime}.
   *
   * @param queues of the LUN, by application
   */
  public record Seen(long nanos, JsonNode domain, Map<String, JsonNode> queues) {
    /** The queue of an application whose id ends so; absent if the manager shows none. */
    public Optional<JsonNode> queue(String applicationEnd) {
      return queues.entrySet().stream()
          .filter(entry -> entry.getKey().endsWith(applicationEnd))
          .map(Map.Entry::getValue)
          .findFirst();
    }

    /** A number of a queue; absent if it is not there. */
    public Optional<Double> number(String applicationEnd, String field) {
      return queue(applicationEnd).flatMap(queue -> LunWatch.number(queue, field));
    }

    public Optional<Double> lowerIops() {
      return LunWatch.number(domain.path("capacity"), "lowerIops");
    }

    public Optional<Double> upperIops() {
      return LunWatch.number(domain.path("capacity"), "upperIops");
    }

    public boolean knows(double capacityIops) {
      return lowerIops().orElse(0.0) <= capacityIops
          && capacityIops <= upperIops().orElse(Double.POSITIVE_INFINITY);
    }
  }

  private final ManagerClient client;
  private final String lun;
  private final Thread thread = Thread.ofVirtual().name("lun-watch").unstarted(this::run);
  private final List<Seen> seen = new ArrayList<>();
  private volatile Optional<String> domain = Optional.empty();

  private LunWatch(ManagerClient client, String lun) {
    this.client = client;
    this.lun = lun;
  }

  /**
   * @param lun the LUN's id
   */
  public static LunWatch start(ManagerClient client, String lun) {
    LunWatch watch = new LunWatch(client, lun);
    watch.thread.start();
    return watch;
  }

  /** The domain the LUN belongs to; absent until an agent has reported it. */
  public Optional<String> domain() {
    return domain;
  }

  public Optional<Seen> last() {
    synchronized (seen) {
      return seen.isEmpty() ? Optional.empty() : Optional.of(seen.getLast());
    }
  }

  /** Everything seen from then on, in order. */
  public List<Seen> since(long nanos) {
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
        // The manager is starting again, or is being stopped: the next look tells.
      }
    }
  }

  private void look() {
    if (domain.isEmpty()) {
      domain = client.domainOf(lun);
    }
    if (domain.isPresent()) {
      Optional<JsonNode> header = client.domain(domain.get());
      Map<String, JsonNode> queues = new HashMap<>();
      for (JsonNode queue : client.queues(domain.get())) {
        if (ManagerClient.isOn(lun, queue)) {
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

  /** What a field says, where it is a number. */
  public static Optional<Double> number(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNumber() ? Optional.of(value.asDouble()) : Optional.empty();
  }
}
