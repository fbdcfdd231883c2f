package io.oasis.it;

import io.oasis.standalone.broker.Broker;
import io.oasis.standalone.broker.BrokerConfig;
import io.oasis.standalone.process.ChildProcess;
import io.oasis.standalone.process.JvmService;
import io.oasis.standalone.process.Ports;
import io.oasis.standalone.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Broker, manager, adapter and agent as processes that nobody starts again when they die, but the
 * test.
 */
public final class Services implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration STOP = Duration.ofSeconds(15);

  private final Path directory;
  private final LongConsumer started;
  private final BrokerConfig broker;
  private final int httpPort = Ports.free();
  private final int agentPort = Ports.free();
  private final int adapterPort = Ports.free();
  private final Map<String, JvmService> services = new LinkedHashMap<>();
  private final Map<String, ChildProcess> running = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private Services(Path directory, Duration lease, LongConsumer started) {
    this.directory = directory;
    this.started = started;
    this.broker = new BrokerConfig(directory.resolve("broker"), Ports.free(), Ports.free());
    String millis = Long.toString(lease.toMillis());
    add("manager", "io.oasis.manager.server.ManagerMain", 192, "--http-port", text(httpPort));
    add("adapter", "io.oasis.adapter.AdapterMain", 48, "--metrics-port", text(adapterPort));
    add("agent", "io.oasis.agent.AgentMain", 32, "--metrics-port", text(agentPort));
    for (String name : List.of("manager", "adapter")) {
      services.computeIfPresent(name, (_, service) -> with(service, "--lease-ms", millis));
    }
    services.computeIfPresent("adapter", (_, service) -> with(service, "--share-host", "true"));
  }

  /**
   * Starts everything and waits until the manager serves requests.
   *
   * @param directory for state and logs
   * @param started is told every process id
   */
  public static Services start(Path directory, Duration lease, LongConsumer started) {
    return start(directory, lease, started, List.of("manager", "adapter", "agent"));
  }

  /** Starts the broker and only those services. */
  public static Services start(
      Path directory, Duration lease, LongConsumer started, List<String> names) {
    Services services = new Services(directory, lease, started);
    try {
      services.startBroker();
      names.forEach(services::launch);
      if (names.contains("manager")) {
        services.awaitManager();
      }
      return services;
    } catch (RuntimeException e) {
      services.close();
      throw e;
    }
  }

  public String url() {
    return "http://127.0.0.1:" + httpPort;
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  public long pid(String name) {
    return process(name).pid();
  }

  boolean alive(String name) {
    return process(name).alive();
  }

  Path log(String name) {
    return directory.resolve("log").resolve(name + ".log");
  }

  /** The metrics of {@code manager}, {@code adapter} or {@code agent}, in Prometheus' format. */
  public String metrics(String name) {
    return get(
        switch (name) {
          case "manager" -> url() + "/actuator/prometheus";
          case "adapter" -> "http://127.0.0.1:" + adapterPort + "/metrics";
          default -> "http://127.0.0.1:" + agentPort + "/metrics";
        });
  }

  /** As {@code kill -9}. */
  public void kill(String name) {
    process(name).kill();
  }

  /** Starts what was killed, on the same data and ports, and waits until it serves. */
  public void startAgain(String name) {
    if (name.equals("broker")) {
      startBroker();
      return;
    }
    launch(name);
    if (name.equals("manager")) {
      awaitManager();
    }
  }

  /** Stops the agent, then the adapter, which lets go, then manager and broker. */
  @Override
  public void close() {
    List<ChildProcess> all = new ArrayList<>(running.values());
    all.reversed().forEach(process -> process.stop(STOP));
    http.shutdownNow();
  }

  /** The body, empty if nobody answers or with anything but 200. */
  public String get(String url) {
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private void add(String name, String mainClass, int heapMiB, String... arguments) {
    JvmService service = new JvmService(name, mainClass, heapMiB, List.of(arguments));
    services.put(
        name,
        with(
            with(
                with(service, "--bootstrap", broker.bootstrap()),
                "--state-dir",
                directory.resolve(name).toString()),
            "--interval-ms",
            Long.toString(INTERVAL.toMillis())));
  }

  private static JvmService with(JvmService service, String key, String value) {
    List<String> arguments = new ArrayList<>(service.arguments());
    arguments.addAll(List.of(key, value));
    return new JvmService(service.name(), service.mainClass(), service.heapMiB(), arguments);
  }

  /** Waits until the manager serves requests. */
  public void awaitManager() {
    await("manager", () -> get(url() + "/api/v1/domains").isEmpty());
  }

  private void startBroker() {
    launch(Broker.service(broker));
    await(
        "broker",
        () -> !Ports.answers(broker.port()) || !Broker.answers(bootstrap(), Duration.ofSeconds(5)));
  }

  /** Starts a service without waiting for it. */
  public void launch(String name) {
    JvmService service = services.get(name);
    if (service == null) {
      throw new IllegalArgumentException(name);
    }
    launch(service);
  }

  private void launch(JvmService service) {
    ChildProcess process = ChildProcess.start(service, log(service.name()));
    running.put(service.name(), process);
    started.accept(process.pid());
  }

  private void await(String name, java.util.function.BooleanSupplier notYet) {
    boolean ready = Wait.until(START, () -> !alive(name) || !notYet.getAsBoolean());
    if (!ready || !alive(name)) {
      throw new IllegalStateException(name + " does not start: " + process(name).lastWords());
    }
  }

  private ChildProcess process(String name) {
    ChildProcess process = running.get(name);
    if (process == null) {
      throw new IllegalArgumentException(name + " was never started");
    }
    return process;
  }

  private static String text(int port) {
    return Integer.toString(port);
  }
}
