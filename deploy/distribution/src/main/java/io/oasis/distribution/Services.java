package io.oasis.distribution;

import io.oasis.distribution.broker.Broker;
import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.process.ChildProcess;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
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
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Broker, managers, adapter and agent as processes that nobody starts again when they die, but who
 * tries them: for tests, benchmarks and chaos.
 */
public final class Services implements AutoCloseable {
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration STOP = Duration.ofSeconds(15);

  /** All of them, each once, in the order in which they start after the broker. */
  private static final List<String> ALL = List.of("manager", "adapter", "agent");

  private static final Map<String, Integer> HEAP_MIB =
      Map.of("manager", Stack.MANAGER_HEAP_MIB, "adapter", 48);
  private static final int AGENT_HEAP_MIB = 32;

  /**
   * What is to run.
   *
   * @param directory for state and logs
   * @param lease how long a limit outlives its manager
   * @param names of the services besides the broker: {@code manager}, {@code adapter}, {@code
   *     agent}; {@code manager-2} and so on are further instances
   * @param listeners the broker's own for some of them; the others share one
   * @param environments of the processes of some of them and of {@code broker}
   * @param started is told every process id
   */
  public record Plan(
      Path directory,
      Duration lease,
      List<String> names,
      Map<String, BrokerConfig.Listener> listeners,
      Map<String, Map<String, String>> environments,
      LongConsumer started) {
    public Plan {
      names = List.copyOf(names);
      listeners = Map.copyOf(listeners);
      environments = Map.copyOf(environments);
    }
  }

  private final Plan plan;
  private final BrokerConfig broker;
  private final Map<String, Integer> httpPorts = new LinkedHashMap<>();
  private final Map<String, ChildProcess> running = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private Services(Plan plan) {
    this.plan = plan;
    this.broker =
        new BrokerConfig(
            plan.directory().resolve("broker"),
            Ports.free(),
            Ports.free(),
            List.copyOf(plan.listeners().values()));
    plan.names().forEach(name -> httpPorts.put(name, Ports.free()));
  }

  /**
   * Starts everything and waits until the manager serves requests.
   *
   * @param directory for state and logs
   * @param started is told every process id
   */
  public static Services start(Path directory, Duration lease, LongConsumer started) {
    return start(directory, lease, started, ALL);
  }

  /** Starts the broker and only those services. */
  public static Services start(
      Path directory, Duration lease, LongConsumer started, List<String> names) {
    return start(new Plan(directory, lease, names, Map.of(), Map.of(), started));
  }

  /** Starts the broker and what the plan names, and waits until the managers serve requests. */
  public static Services start(Plan plan) {
    Services services = new Services(plan);
    try {
      services.startBroker();
      plan.names().forEach(services::launch);
      plan.names().stream().filter(Services::isManager).forEach(services::awaitManager);
      return services;
    } catch (RuntimeException e) {
      services.close();
      throw e;
    }
  }

  public String url() {
    return url("manager");
  }

  /** Of the HTTP server of a service. */
  public String url(String name) {
    Integer port = httpPorts.get(name);
    if (port == null) {
      throw new IllegalArgumentException(name + " is no service of this plan");
    }
    return "http://127.0.0.1:" + port;
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  public long pid(String name) {
    return process(name).pid();
  }

  public boolean alive(String name) {
    return process(name).alive();
  }

  public Path log(String name) {
    return plan.directory().resolve("log").resolve(name + ".log");
  }

  /** The metrics of {@code manager}, {@code adapter} or {@code agent}, in Prometheus' format. */
  public String metrics(String name) {
    return get(url(name) + (isManager(name) ? "/actuator/prometheus" : "/metrics"));
  }

  /** As {@code kill -9}. */
  public void kill(String name) {
    process(name).kill();
  }

  /** Sends a signal such as {@code STOP}. */
  public void signal(String name, String signal) {
    process(name).signal(signal);
  }

  /** Starts what was killed, on the same data and ports, and waits until it serves. */
  public void startAgain(String name) {
    if (name.equals("broker")) {
      startBroker();
      return;
    }
    launch(name);
    if (isManager(name)) {
      awaitManager(name);
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

  /** Waits until the manager serves requests. */
  public void awaitManager() {
    awaitManager("manager");
  }

  private void awaitManager(String name) {
    await(name, () -> !get(url(name) + "/api/v1/domains").isEmpty());
  }

  private void startBroker() {
    launch("broker");
    await("broker", this::brokerAnswers);
  }

  /** Whether the broker answers its clients; asks for at most 5 s. */
  public boolean brokerAnswers() {
    return Ports.answers(broker.port()) && Broker.answers(bootstrap(), Duration.ofSeconds(5));
  }

  /** Starts a service without waiting for it. */
  public void launch(String name) {
    JvmService service = name.equals("broker") ? Broker.service(broker) : service(name);
    ChildProcess process =
        ChildProcess.start(service, log(name), plan.environments().getOrDefault(name, Map.of()));
    running.put(name, process);
    plan.started().accept(process.pid());
  }

  private JvmService service(String name) {
    String kind = isManager(name) ? "manager" : name;
    String port = Integer.toString(httpPorts.getOrDefault(name, 0));
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(isManager(name) ? "--http-port" : "--metrics-port", port));
    arguments.addAll(List.of("--bootstrap", bootstrapOf(name)));
    arguments.addAll(List.of("--state-dir", plan.directory().resolve(name).toString()));
    arguments.addAll(List.of("--interval-ms", Long.toString(INTERVAL.toMillis())));
    if (kind.equals("adapter")) {
      arguments.addAll(List.of("--share-host", "true")); // beside the Oasis of this host, if any
    }
    if (!kind.equals("agent")) {
      arguments.addAll(List.of("--lease-ms", Long.toString(plan.lease().toMillis())));
    }
    return new JvmService(
        name,
        mainClass(kind),
        HEAP_MIB.getOrDefault(kind, AGENT_HEAP_MIB),
        kind.equals("manager") ? Stack.MANAGER_JVM : List.of(),
        arguments);
  }

  private static String mainClass(String kind) {
    return switch (kind) {
      case "manager" -> Stack.MANAGER_MAIN;
      case "adapter" -> Stack.ADAPTER_MAIN;
      case "agent" -> Stack.AGENT_MAIN;
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private String bootstrapOf(String name) {
    BrokerConfig.Listener listener = plan.listeners().get(name);
    return listener == null ? bootstrap() : listener.address();
  }

  private static boolean isManager(String name) {
    return name.startsWith("manager");
  }

  private void await(String name, BooleanSupplier serves) {
    boolean ready = Wait.until(START, () -> !alive(name) || serves.getAsBoolean());
    if (!ready || !alive(name)) {
      throw new MissingException(
          name
              + " does not start within "
              + START.toSeconds()
              + " s: "
              + process(name).lastWords());
    }
  }

  private ChildProcess process(String name) {
    ChildProcess process = running.get(name);
    if (process == null) {
      throw new IllegalArgumentException(name + " was never started");
    }
    return process;
  }
}
