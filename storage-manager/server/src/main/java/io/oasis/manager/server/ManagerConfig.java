package io.oasis.manager.server;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.messaging.LinkConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * The manager's settings; {@link ManagerComponent} lists their keys.
 *
 * @param stateDir for this instance's identity; the state itself is in Kafka
 * @param applicationId managers of one id share the domains
 */
public record ManagerConfig(
    LinkConfig link, Http http, Path stateDir, ControllerConfig controller, String applicationId) {
  /**
   * Where it is reached.
   *
   * @param port 0 takes a free one
   * @param allowedHosts names by which browsers may reach a manager that does not listen on
   *     loopback, for calls that change something
   */
  public record Http(String address, int port, List<String> allowedHosts) {
    public Http {
      allowedHosts = List.copyOf(allowedHosts);
    }
  }
}
