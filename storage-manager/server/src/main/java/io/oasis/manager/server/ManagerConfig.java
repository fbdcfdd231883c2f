package io.oasis.manager.server;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.messaging.LinkConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * The manager's settings; {@link ManagerComponent} lists their keys.
 *
 * @param stateDir for this instance's identity; the state itself is in Kafka
 * @param credentials who it is to others; its name is the application id
 */
public record ManagerConfig(
    LinkConfig link,
    Http http,
    Path stateDir,
    ControllerConfig controller,
    Credentials credentials) {
  /** Managers of one id share the domains. */
  public String applicationId() {
    return credentials.name();
  }

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
