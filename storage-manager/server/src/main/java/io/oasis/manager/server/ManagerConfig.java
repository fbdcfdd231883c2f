package io.oasis.manager.server;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.server.access.AccessConfig;
import io.oasis.manager.server.access.TlsConfig;
import io.oasis.messaging.LinkConfig;
import io.oasis.protocol.DomainId;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The manager's settings; {@link ManagerComponent} lists their keys.
 *
 * @param otlp takes its metrics and traces; absent: none are sent
 * @param credentials who it is to others; its name is the application id
 */
public record ManagerConfig(
    LinkConfig link,
    Http http,
    TlsConfig tls,
    AccessConfig access,
    Optional<URI> otlp,
    Domains domains,
    Streams streams,
    Credentials credentials) {
  /** How domains are decided for. */
  public ControllerConfig controller() {
    return domains.controller;
  }

  /**
   * What it is told of domains.
   *
   * @param space bytes that may be given to file systems, in each of which that is known
   */
  public record Domains(ControllerConfig controller, Map<DomainId, Long> space) {
    public Domains {
      space = Map.copyOf(space);
    }
  }

  /**
   * How managers share the domains.
   *
   * @param applicationId managers of one id share them
   * @param standbyReplicas other managers that keep a copy of a state, to take over sooner
   * @param stateDir for this instance's identity; the state itself is in Kafka
   */
  public record Streams(String applicationId, int standbyReplicas, Path stateDir) {}

  /**
   * Where it is reached.
   *
   * @param port 0 takes a free one
   * @param advertised how other managers reach it, as {@link Advertised#parse} takes it; absent:
   *     where it listens
   * @param allowedHosts names by which browsers may reach a manager that does not listen on
   *     loopback, for calls that change something
   */
  public record Http(
      String address, int port, Optional<String> advertised, List<String> allowedHosts) {
    public Http {
      allowedHosts = List.copyOf(allowedHosts);
    }
  }
}
