package io.oasis.proving.chaos;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Asks every manager four times a second what it knows of the domain: which one decides, and how
 * long nobody did. A manager decides while what it shows of the domain changes, which needs fresh
 * measurements. Thread-safe.
 */
final class ControlWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Map<String, ManagerClient> clients = new LinkedHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final String lun;
  private final Supplier<String> circumstances;
  private Optional<String> domain = Optional.empty();
  private final Map<String, Instant> shown = new HashMap<>();
  private Optional<View> newest = Optional.empty();
  private volatile String answer = "nobody was asked";
  private Gap longest = new Gap(Duration.ZERO, "");

  /**
   * What a manager shows of the domain.
   *
   * @param nanos when it was seen first
   */
  record View(String manager, long epoch, String mode, long nanos) {}

  /** The queues of the domain as they were when it had come so far. */
  record Shown(Version version, List<JsonNode> queues) {}

  /** A time in which nobody decided, and what went wrong in it. */
  record Gap(Duration length, String during) {}

  /**
   * @param circumstances what goes wrong now
   */
  ControlWatch(ChaosSite site, Supplier<String> circumstances) {
    this.lun = site.lun();
    this.circumstances = circumstances;
    for (String manager : Trouble.MANAGER_NAMES) {
      ManagerClient client = site.services().client(manager);
      clients.put(manager, client);
      threads.add(Thread.ofVirtual().name("watch-" + manager).start(() -> run(manager, client)));
    }
  }

  /** Once a manager knows it. */
  synchronized Optional<String> domain() {
    return domain;
  }

  synchronized Optional<View> newest() {
    return newest;
  }

  /** How long nobody has decided. */
  synchronized Duration silence() {
    return newest.map(view -> Duration.ofNanos(System.nanoTime() - view.nanos())).orElse(LOOK);
  }

  /** Forgets what was before, the start. */
  synchronized void begin() {
    longest = new Gap(Duration.ZERO, "");
  }

  synchronized Gap longest() {
    Duration open = silence();
    return open.compareTo(longest.length()) > 0 ? new Gap(open, circumstances.get()) : longest;
  }

  /** Asks the manager that decides to enforce. */
  void enforce() {
    Optional<View> present = newest();
    Optional<String> known = domain();
    if (present.isPresent() && known.isPresent()) {
      try {
        Optional<String> refusal =
            client(present.get().manager()).setMode(known.get(), "ENFORCE", "chaos");
        answer = refusal.orElse("done");
      } catch (MissingException e) {
        answer =
            String.valueOf(
                e.getMessage()); // it is away again; whoever waits for ENFORCE asks again
      }
    }
  }

  /** The mode that the newest decision was made in, and what was said to the last word. */
  String mode() {
    String mode = newest().map(View::mode).orElse("not known");
    return "mode %s; to the last ENFORCE the manager said: %s".formatted(mode, answer);
  }

  /** The domain as the manager that decides shows it; nothing while nobody does, or it moves on. */
  Optional<Shown> shown() {
    return newest().flatMap(present -> shown(client(present.manager()), domain().orElseThrow()));
  }

  private static Optional<Shown> shown(ManagerClient client, String domain) {
    try {
      Optional<Version> before = client.ownDomain(domain).map(ControlWatch::version);
      List<JsonNode> queues = client.queues(domain);
      Optional<Version> after = client.ownDomain(domain).map(ControlWatch::version);
      return before.filter(_ -> before.equals(after)).map(at -> new Shown(at, queues));
    } catch (MissingException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    clients.values().forEach(ManagerClient::close);
  }

  private ManagerClient client(String manager) {
    return Optional.ofNullable(clients.get(manager)).orElseThrow();
  }

  private void run(String manager, ManagerClient client) {
    do {
      try {
        look(manager, client);
      } catch (MissingException | DateTimeParseException e) {
        // Away, or on its way: the next look tells.
      }
    } while (Wait.pause(LOOK));
  }

  private void look(String manager, ManagerClient client) {
    Optional<String> known = domain();
    if (known.isEmpty()) {
      client.domainOf(lun).ifPresent(this::found);
      return;
    }
    client.ownDomain(known.get()).ifPresent(node -> seen(manager, node));
  }

  private synchronized void found(String id) {
    domain = Optional.of(id);
  }

  private synchronized void seen(String manager, JsonNode node) {
    Version version = version(node);
    Instant at = Instant.parse(node.path("at").asString(""));
    boolean restoredOnly = version.sequence() == 0;
    if (restoredOnly || at.equals(shown.put(manager, at))) {
      return;
    }
    long now = System.nanoTime();
    newest.ifPresent(
        known -> {
          Duration gap = Duration.ofNanos(now - known.nanos());
          if (gap.compareTo(longest.length()) > 0) {
            longest = new Gap(gap, circumstances.get());
          }
        });
    String mode = node.path("mode").asString("");
    newest = Optional.of(new View(manager, version.epoch(), mode, now));
  }

  private static Version version(JsonNode node) {
    String[] parts = node.path("version").asString("0.0").split("\\.", -1);
    return new Version(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }
}
