package io.oasis.distribution;

import io.oasis.distribution.broker.Broker;
import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Everything of Oasis on this host: broker, manager, adapter and agent, each a process. */
public final class Stack implements AutoCloseable {
  static final String MANAGER_MAIN = "io.oasis.manager.server.ManagerMain";
  static final String AGENT_MAIN = "io.oasis.agent.AgentMain";
  static final String ADAPTER_MAIN = "io.oasis.adapter.AdapterMain";

  static final int MANAGER_HEAP_MIB = 184;

  /**
   * Room to die young: what agents and adapters said lives for an interval, megabytes of it, and
   * collecting what has grown old takes 0.2 s. What the JVM itself needed at its start or for one
   * large record goes back to the system.
   */
  static final List<String> MANAGER_JVM =
      List.of(
          "-Xmn88m",
          "-XX:SurvivorRatio=2",
          "-XX:TargetSurvivorRatio=95",
          "-XX:TrimNativeHeapInterval=10000",
          "-Djdk.nio.maxCachedBufferSize=262144");

  private static final int AGENT_HEAP_MIB = 32;
  private static final int ADAPTER_HEAP_MIB = 48;

  /** The slowest part is the manager, 2 to 4 s on an idle core; this is for loaded machines. */
  private static final Duration START = Duration.ofSeconds(90);

  /**
   * How to run it.
   *
   * @param httpPort of the dashboard
   * @param leaseMillis how long a limit outlives its manager
   * @param adapter whether anything may be limited at all
   * @param shareHost whether it may run beside another Oasis of this host, each on its own devices
   * @param brick control socket of the brick that is watched and limited; absent: this kernel
   */
  public record Config(
      int httpPort,
      int brokerPort,
      long intervalMillis,
      long leaseMillis,
      boolean adapter,
      boolean shareHost,
      Optional<Path> brick) {
    public static final int HTTP_PORT = 8520;
    public static final int BROKER_PORT = 8521;
    public static final long INTERVAL_MILLIS = 1_000;
    public static final long LEASE_MILLIS = 15_000;

    public Config {
      between("--http-port", httpPort, 1, 65_535);
      between("--broker-port", brokerPort, 1, 65_535);
      between("--interval-ms", intervalMillis, 100, 60_000);
      between("--lease-ms", leaseMillis, Math.max(1_000, 3 * intervalMillis), 3_600_000);
      if (httpPort == brokerPort) {
        throw new IllegalArgumentException(
            "--broker-port = " + brokerPort + ": must differ from --http-port");
      }
    }

    private static void between(String option, long value, long least, long most) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            "%s = %d: must be from %d to %d".formatted(option, value, least, most));
      }
    }

    /** For a device of its own, on free ports, so that it disturbs nobody. */
    public static Config forTrial() {
      return new Config(
          Ports.free(), Ports.free(), INTERVAL_MILLIS, LEASE_MILLIS, true, true, Optional.empty());
    }

    /** The same, for a brick. */
    public Config onBrick(Path control) {
      return new Config(
          httpPort,
          brokerPort,
          intervalMillis,
          leaseMillis,
          adapter,
          shareHost,
          Optional.of(control));
    }
  }

  private final DataDirectory data;
  private final Config config;
  private final Supervisor supervisor;
  private final BrokerConfig broker;

  private Stack(DataDirectory data, Config config, Consumer<String> events) {
    this.data = data;
    this.config = config;
    this.supervisor = new Supervisor(data, events);
    this.broker =
        new BrokerConfig(data.root().resolve("broker"), config.brokerPort(), Ports.free());
  }

  /**
   * Starts everything and waits until the manager serves requests.
   *
   * @param data held from now on, and given back when the stack is closed
   * @param started is told the process id of every service, before it can do anything lasting
   * @param events is told when a service ends and what is done about it
   */
  public static Stack start(
      DataDirectory data, Config config, LongConsumer started, Consumer<String> events) {
    Stack stack = new Stack(data, config, events);
    try {
      stack.checkPorts();
      stack.launch(started);
      return stack;
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  public String url() {
    return "http://127.0.0.1:" + config.httpPort();
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  public DataDirectory data() {
    return data;
  }

  public List<Supervisor.Status> status() {
    return supervisor.status();
  }

  /** The process id of {@code broker}, {@code manager}, {@code adapter} or {@code agent}. */
  public OptionalLong pid(String service) {
    return supervisor.pid(service);
  }

  /** Stops the agent, then the adapter, which lets go, then manager and broker. */
  @Override
  public void close() {
    supervisor.close();
    data.close();
  }

  private void checkPorts() {
    checkFree("--http-port", config.httpPort());
    checkFree("--broker-port", config.brokerPort());
  }

  private static void checkFree(String option, int port) {
    if (Ports.answers(port)) {
      throw new MissingException(
          "port %d is in use; stop what listens there or give another %s".formatted(port, option));
    }
  }

  private void launch(LongConsumer started) {
    begin(Broker.service(broker), started);
    await("broker", () -> Broker.answers(bootstrap(), Duration.ofSeconds(5)), config.brokerPort());
    begin(manager(), started);
    if (config.adapter()) {
      begin(adapter(), started);
    }
    begin(new JvmService("agent", AGENT_MAIN, AGENT_HEAP_MIB, local("agent", "--source")), started);
    try (ManagerClient client = new ManagerClient(url())) {
      await("manager", client::answers, config.httpPort());
    }
    if (supervisor.status().stream()
        .anyMatch(s -> s.name().equals("adapter") && s.restarts() > 0)) {
      throw doesNotStart("adapter");
    }
  }

  private void begin(JvmService service, LongConsumer started) {
    supervisor.start(service);
    supervisor.pid(service.name()).ifPresent(started);
  }

  private void await(String service, java.util.function.BooleanSupplier ready, int port) {
    boolean ended =
        !Wait.until(
            START, () -> hasFailed(service) || (Ports.answers(port) && ready.getAsBoolean()));
    if (ended || hasFailed(service)) {
      throw doesNotStart(service);
    }
  }

  private MissingException doesNotStart(String service) {
    return new MissingException(
        "the %s does not start; it said: %s; more in %s"
            .formatted(service, supervisor.lastWords(service), data.log(service)));
  }

  private boolean hasFailed(String service) {
    return supervisor.status().stream()
        .anyMatch(
            status ->
                status.name().equals(service)
                    && (status.state() == Supervisor.State.FAILED || status.restarts() > 1));
  }

  private JvmService manager() {
    List<String> arguments = new ArrayList<>(common("manager"));
    arguments.addAll(
        List.of("--http-port", Integer.toString(config.httpPort()), "--lease-ms", lease()));
    return new JvmService("manager", MANAGER_MAIN, MANAGER_HEAP_MIB, MANAGER_JVM, arguments);
  }

  private JvmService adapter() {
    List<String> arguments = new ArrayList<>(local("adapter", "--target"));
    arguments.addAll(
        List.of("--lease-ms", lease(), "--share-host", Boolean.toString(config.shareHost())));
    return new JvmService("adapter", ADAPTER_MAIN, ADAPTER_HEAP_MIB, arguments);
  }

  /**
   * Of a service that works on this host.
   *
   * @param place the option that says on what
   */
  private List<String> local(String name, String place) {
    List<String> arguments = new ArrayList<>(common(name));
    arguments.addAll(List.of("--host", hostName()));
    config.brick().ifPresent(control -> arguments.addAll(List.of(place, "brick:" + control)));
    return arguments;
  }

  /** What agent and adapter call this host. */
  public static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      throw new MissingException("this host does not say its name: " + e, e);
    }
  }

  private List<String> common(String name) {
    Path state = data.root().resolve(name);
    return List.of(
        "--bootstrap",
        bootstrap(),
        "--state-dir",
        state.toString(),
        "--interval-ms",
        Long.toString(config.intervalMillis()));
  }

  private String lease() {
    return Long.toString(config.leaseMillis());
  }
}
