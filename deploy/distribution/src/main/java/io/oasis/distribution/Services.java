package io.oasis.distribution;

import static io.oasis.distribution.ServiceCommands.isManager;

import io.oasis.distribution.broker.Broker;
import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.broker.BrokerSecrets;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.trust.Seal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Broker, managers, adapter and agent on this host, each a process. They are kept running; or left
 * as they are when they die, for who tries them in tests, benchmarks and chaos.
 */
public final class Services implements AutoCloseable {
  /** Of a trial. */
  public static final Duration INTERVAL = Duration.ofMillis(Deployment.INTERVAL_MILLIS);

  /** The slowest part is the manager, 2 to 4 s on an idle core; this is for loaded machines. */
  private static final Duration START = Duration.ofSeconds(90);

  private final DataDirectory data;
  private final Deployment deployment;
  private final LongConsumer started;
  private final Supervisor supervisor;
  private final BrokerConfig broker;
  private final Keys keys;
  private final Map<String, Integer> httpPorts = new LinkedHashMap<>();
  private final ServiceCommands commands;
  private final HttpClient http = HttpClient.newHttpClient();

  private Services(
      DataDirectory data, Deployment deployment, LongConsumer started, Supervisor supervisor) {
    this.data = data;
    this.deployment = deployment;
    this.started = started;
    this.supervisor = supervisor;
    this.keys = new Keys(data.root(), hostName());
    this.broker =
        new BrokerConfig(
            data.root().resolve("broker"),
            data.root().resolve("secrets"),
            deployment.brokerPort(),
            Ports.free(),
            deployment.listeners());
    deployment.names().forEach(name -> httpPorts.put(name, Ports.free()));
    httpPorts.put("manager", deployment.httpPort());
    this.commands = new ServiceCommands(data.root(), deployment, broker, keys, httpPorts);
  }

  /**
   * Starts everything, waits until the managers serve requests, and keeps it running.
   *
   * @param data held from now on, and given back when the services are closed
   * @param started is told the process id of every service, before it can do anything lasting
   * @param events is told when a service ends and what is done about it
   */
  public static Services keep(
      DataDirectory data, Deployment deployment, LongConsumer started, Consumer<String> events) {
    Supervisor supervisor = Supervisor.restarting(data, events);
    return new Services(data, deployment, started, supervisor).start();
  }

  /**
   * Starts everything and waits until the managers serve requests. Who dies stays down.
   *
   * @param directory for state and logs
   */
  public static Services start(Path directory, Deployment deployment, LongConsumer started) {
    DataDirectory data = DataDirectory.open(directory);
    return new Services(data, deployment, started, Supervisor.watching(data)).start();
  }

  private Services start() {
    try {
      checkFree("--http-port", deployment.httpPort());
      checkFree("--broker-port", deployment.brokerPort());
      keys.make();
      begin(Broker.service(broker));
      await("broker", this::brokerAnswers);
      deployment.names().forEach(name -> begin(commands.of(name)));
      deployment.names().stream().filter(ServiceCommands::isManager).forEach(this::awaitManager);
      if (supervisor.status().stream()
          .anyMatch(each -> each.name().equals("adapter") && each.restarts() > 0)) {
        throw doesNotStart("adapter");
      }
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static void checkFree(String option, int port) {
    if (Ports.answers(port)) {
      throw new MissingException(
          "port %d is in use; stop what listens there or give another %s".formatted(port, option));
    }
  }

  private void begin(JvmService service) {
    started.accept(supervisor.start(service));
  }

  public String url() {
    return url("manager");
  }

  /** Of the HTTP server of a service. */
  public String url(String name) {
    return "http://127.0.0.1:" + port(name);
  }

  private int port(String name) {
    Integer port = httpPorts.get(name);
    if (port == null) {
      throw new IllegalArgumentException(name + " is no service of this deployment");
    }
    return port;
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  /** As the managers mark what they send, for those that speak in their name. */
  public Seal seal() {
    return keys.ofManagers();
  }

  /** A client of the broker that may do everything, for who looks on or plays others' parts. */
  public LinkConfig link(String clientId) {
    return LinkConfig.of(bootstrap(), clientId).withClient(secrets().client(BrokerSecrets.ADMIN));
  }

  /** The same as properties of Kafka's clients. */
  public Map<String, Object> kafka() {
    Map<String, Object> client = new LinkedHashMap<>(secrets().client(BrokerSecrets.ADMIN));
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap());
    return client;
  }

  /** The passwords of its broker. */
  public BrokerSecrets secrets() {
    return BrokerSecrets.in(broker.secrets());
  }

  public List<Supervisor.Status> status() {
    return supervisor.status();
  }

  /** The process id of a service that runs. */
  public long pid(String name) {
    return supervisor.pid(name).orElseThrow(() -> new IllegalStateException(name + " is down"));
  }

  public boolean alive(String name) {
    return supervisor.alive(name);
  }

  public Path log(String name) {
    return data.log(name);
  }

  /** Of the manager, as its administrator. */
  public ManagerClient client() {
    return client("manager");
  }

  /** The same of another manager. */
  public ManagerClient client(String name) {
    return new ManagerClient(url(name), commands::token);
  }

  /** The address of the page with a code that signs in whoever opens it first. */
  public String pageLink() {
    try (ManagerClient client = client()) {
      return client.pageLink();
    }
  }

  /** The metrics of {@code manager}, {@code adapter} or {@code agent}, in Prometheus' format. */
  public String metrics(String name) {
    return get(url(name) + (isManager(name) ? "/actuator/prometheus" : "/metrics"));
  }

  /** As {@code kill -9}. */
  public void kill(String name) {
    supervisor.kill(name);
  }

  /** Sends a signal such as {@code STOP}. */
  public void signal(String name, String signal) {
    supervisor.signal(name, signal);
  }

  /** Starts what was killed, on the same data and ports, without waiting for it. */
  public void launch(String name) {
    started.accept(supervisor.launch(name));
  }

  /** The same, and waits until it serves. */
  public void startAgain(String name) {
    launch(name);
    if (name.equals("broker")) {
      await(name, this::brokerAnswers);
    } else if (isManager(name)) {
      awaitManager(name);
    }
  }

  /** Stops the agent, then the adapter, which lets go, then manager and broker. */
  @Override
  public void close() {
    supervisor.close();
    data.close();
    http.shutdownNow();
  }

  /** The body, empty where it is not 200; managers are asked as by their administrator. */
  public String get(String url) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
    if (httpPorts.keySet().stream().anyMatch(name -> isManager(name) && isBelow(url, url(name)))) {
      commands.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    }
    try {
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private static boolean isBelow(String url, String base) {
    return url.equals(base) || url.startsWith(base + "/");
  }

  /** Waits until the manager serves requests. */
  public void awaitManager() {
    awaitManager("manager");
  }

  private void awaitManager(String name) {
    await(name, () -> !get(url(name) + "/api/v1/domains").isEmpty());
  }

  /** Whether the broker answers its clients and has all topics; asks for at most 5 s. */
  public boolean brokerAnswers() {
    return Ports.answers(broker.port()) && Broker.isReady(link("oasis-up"), Duration.ofSeconds(5));
  }

  private void await(String name, BooleanSupplier serves) {
    boolean ready = Wait.until(START, () -> supervisor.hasFailed(name) || serves.getAsBoolean());
    if (!ready || supervisor.hasFailed(name)) {
      throw doesNotStart(name);
    }
  }

  private MissingException doesNotStart(String name) {
    return new MissingException(
        "the %s does not start; it said: %s; more in %s"
            .formatted(name, supervisor.lastWords(name), log(name)));
  }

  /** What agent and adapter call this host. */
  public static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      throw new MissingException("this host does not say its name: " + e, e);
    }
  }
}
