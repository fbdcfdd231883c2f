package io.oasis.distribution;

import io.oasis.distribution.broker.BrokerConfig.Listener;
import io.oasis.distribution.process.Ports;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.messaging.ServiceKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What runs on this host besides the broker, and how.
 *
 * @param httpPort of the dashboard
 * @param leaseMillis how long a limit outlives its manager
 * @param names of the services, in starting order: {@code manager}, {@code adapter}, {@code agent};
 *     {@code manager-2} and so on are further instances
 * @param shareHost whether it may run beside another Oasis of this host, each on its own devices
 * @param brick control socket of the brick that is watched and limited; absent: this kernel
 * @param surroundings of some services and of {@code broker}
 */
public record Deployment(
    int httpPort,
    int brokerPort,
    long intervalMillis,
    long leaseMillis,
    List<String> names,
    boolean shareHost,
    Optional<Path> brick,
    Map<String, Surroundings> surroundings) {
  public static final int HTTP_PORT = ManagerComponent.STANDARD_HTTP_PORT;
  public static final int BROKER_PORT = ServiceKeys.BROKER_PORT;
  public static final long INTERVAL_MILLIS = Long.parseLong(ServiceKeys.INTERVAL.standard());
  public static final long LEASE_MILLIS = Long.parseLong(ServiceKeys.LEASE.standard());

  /** Everything, each once. */
  public static final List<String> ALL = List.of("manager", "adapter", "agent");

  /**
   * What is different for one service.
   *
   * @param listener the broker's own for it; absent: it shares one with the others
   * @param environment of its process
   */
  public record Surroundings(Optional<Listener> listener, Map<String, String> environment) {
    static final Surroundings PLAIN = new Surroundings(Optional.empty(), Map.of());

    public Surroundings {
      environment = Map.copyOf(environment);
    }
  }

  public Deployment {
    Range.checkPort("--http-port", httpPort);
    Range.checkPort("--broker-port", brokerPort);
    Range.check(
        "--interval-ms",
        intervalMillis,
        (long) ServiceKeys.LEAST_INTERVAL_MILLIS,
        (long) ServiceKeys.MOST_INTERVAL_MILLIS);
    Range.check(
        "--lease-ms",
        leaseMillis,
        Math.max(ServiceKeys.LEAST_LEASE_MILLIS, 3 * intervalMillis),
        (long) ServiceKeys.MOST_LEASE_MILLIS);
    if (httpPort == brokerPort) {
      throw new IllegalArgumentException(
          "--broker-port = " + brokerPort + ": must differ from --http-port");
    }
    names = List.copyOf(names);
    surroundings = Map.copyOf(surroundings);
  }

  /** For a device of its own, on free ports, so that it disturbs nobody. */
  public static Deployment forTrial() {
    return new Deployment(
        Ports.free(),
        Ports.free(),
        INTERVAL_MILLIS,
        LEASE_MILLIS,
        ALL,
        true,
        Optional.empty(),
        Map.of());
  }

  /** The same, for a brick. */
  public Deployment onBrick(Path control) {
    return of(leaseMillis, names, Optional.of(control), surroundings);
  }

  /** The same, deciding so often. */
  public Deployment interval(long millis) {
    return new Deployment(
        httpPort, brokerPort, millis, leaseMillis, names, shareHost, brick, surroundings);
  }

  /** The same with limits that outlive their manager for so long. */
  public Deployment lease(Duration lease) {
    return of(lease.toMillis(), names, brick, surroundings);
  }

  /** The broker and only these. */
  public Deployment only(String... services) {
    return of(leaseMillis, List.of(services), brick, surroundings);
  }

  /** The same with something different for some. */
  public Deployment in(Map<String, Surroundings> other) {
    return of(leaseMillis, names, brick, other);
  }

  private Deployment of(
      long lease, List<String> services, Optional<Path> control, Map<String, Surroundings> other) {
    return new Deployment(
        httpPort, brokerPort, intervalMillis, lease, services, shareHost, control, other);
  }

  Surroundings surroundings(String name) {
    return surroundings.getOrDefault(name, Surroundings.PLAIN);
  }

  List<Listener> listeners() {
    return surroundings.values().stream().flatMap(each -> each.listener().stream()).toList();
  }
}
