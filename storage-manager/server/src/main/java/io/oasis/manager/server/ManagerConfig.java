package io.oasis.manager.server;

import io.oasis.manager.core.ControllerConfig;
import io.oasis.manager.core.PolicyNames;
import io.oasis.protocol.Mode;
import java.nio.file.Path;
import java.util.List;

/**
 * Everything that can be set; every key once.
 *
 * @param bootstrap {@code bootstrap}: Kafka brokers, host:port, separated by commas
 * @param httpAddress {@code http-address}: where HTTP listens; loopback unless told
 * @param httpPort {@code http-port}: 0 takes a free one
 * @param allowedHosts {@code allowed-hosts}: names by which browsers may reach a manager that does
 *     not listen on loopback, for calls that change something
 * @param stateDir {@code state-dir}: for this instance's identity; the state itself is in Kafka
 * @param controller {@code interval-ms}, {@code lease-ms}, {@code initial-mode}, {@code policy}
 * @param applicationId {@code application-id}: managers of one id share the domains
 * @param partitions {@code partitions}: of topics that do not exist yet
 * @param replication {@code replication}: of topics that do not exist yet
 */
public record ManagerConfig(
    String bootstrap,
    String httpAddress,
    int httpPort,
    List<String> allowedHosts,
    Path stateDir,
    ControllerConfig controller,
    String applicationId,
    int partitions,
    int replication) {
  public static final ManagerConfig DEFAULT =
      new ManagerConfig(
          "127.0.0.1:8521",
          "127.0.0.1",
          8520,
          List.of(),
          Path.of("/var/lib/oasis/manager"),
          ControllerConfig.DEFAULT,
          "oasis-manager",
          4,
          1);

  public ManagerConfig {
    require(!bootstrap.isBlank(), "bootstrap", bootstrap, "must be host:port[,host:port...]");
    require(!httpAddress.isBlank(), "http-address", httpAddress, "must be an address");
    between("http-port", httpPort, 0, 65_535);
    allowedHosts = List.copyOf(allowedHosts);
    between("interval-ms", controller.interval().toMillis(), 100, 60_000);
    between("lease-ms", controller.lease().toMillis(), 1_000, 3_600_000);
    require(
        controller.lease().compareTo(controller.interval().multipliedBy(3)) >= 0,
        "lease-ms",
        controller.lease().toMillis(),
        "must be at least 3 x interval-ms");
    require(
        controller.initialMode() != Mode.ENFORCE,
        "initial-mode",
        controller.initialMode(),
        "must be OBSERVE or SHADOW; ENFORCE is switched on per domain");
    require(
        PolicyNames.isKnown(controller.initialPolicy()),
        "policy",
        controller.initialPolicy(),
        "must be one of " + String.join(", ", PolicyNames.all()));
    require(
        applicationId.matches("[A-Za-z0-9._-]{1,100}"),
        "application-id",
        applicationId,
        "must be 1 to 100 letters, digits, '.', '_' or '-'");
    between("partitions", partitions, 1, 1_000);
    between("replication", replication, 1, 32);
  }

  public ManagerConfig withHttpPort(int port) {
    return new ManagerConfig(
        bootstrap,
        httpAddress,
        port,
        allowedHosts,
        stateDir,
        controller,
        applicationId,
        partitions,
        replication);
  }

  private static void between(String key, long value, long least, long most) {
    require(
        value >= least && value <= most, key, value, "must be between " + least + " and " + most);
  }

  private static void require(boolean holds, String key, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(key + " = " + value + ": " + rule);
    }
  }
}
