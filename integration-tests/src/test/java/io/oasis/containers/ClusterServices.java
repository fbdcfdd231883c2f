package io.oasis.containers;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Ports;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two managers, an adapter and an agent as processes of this host, set up as docs/guide/deploy.md
 * says: topics and keys come first, settings are signed and hosts are known.
 */
final class ClusterServices implements AutoCloseable {
  static final List<String> MANAGERS = List.of("manager", "manager-2");
  static final String ADAPTER = "adapter";

  private static final List<String> ALL = List.of("manager", "manager-2", ADAPTER, "agent");
  private static final int LAST_CHARS = 3_000;

  private final Path data;
  private final Path keys;
  private final Crew crew;
  private final Map<String, Integer> ports = new LinkedHashMap<>();

  ClusterServices(Janitor janitor) {
    this.data = janitor.directory().resolve("data");
    this.keys = data.resolve("keys");
    this.crew = new Crew(janitor, data);
  }

  void start(Release release, BrokerAccess access) {
    oasis(access.init());
    oasis("keys", "init", "--dir", "" + keys);
    oasis("keys", "host", Services.hostName(), "--dir", "" + keys);
    for (String name : ALL) {
      ports.put(name, Ports.free());
      boolean manages = name.startsWith("manager");
      List<String> words = manages ? manager(name, access.replicas()) : hosts(name);
      words.addAll(access.options(manages ? "manager" : name));
      if (!name.equals("agent")) {
        words.addAll(List.of("--state-dir", "" + data.resolve(name)));
        words.addAll(List.of("--lease-ms", "" + access.lease().toMillis()));
      }
      crew.start(name, release, words);
    }
  }

  private static void oasis(String... words) {
    if (Oasis.commandLine().execute(words) != 0) {
      throw new IllegalStateException("failed: oasis " + String.join(" ", words));
    }
  }

  private List<String> manager(String name, int replicas) {
    List<String> words = new ArrayList<>(List.of("manager", "--http-port", "" + port(name)));
    words.addAll(List.of("--token-dir", "" + data.resolve("access")));
    words.addAll(
        List.of("--signing-key", key("signing.pem"), "--host-secret", key("hosts.secret")));
    words.addAll(List.of("--replication", "" + replicas, "--standby-replicas", "1"));
    return words;
  }

  /** Of a service that a host has. */
  private List<String> hosts(String name) {
    String host = Services.hostName();
    List<String> words = new ArrayList<>(List.of(name, "--metrics-port", "" + port(name)));
    words.addAll(List.of("--host", host, "--host-token", key("token-" + host)));
    if (name.equals(ADAPTER)) {
      words.addAll(List.of("--share-host", "true", "--trust", key("trust")));
    }
    return words;
  }

  private String key(String name) {
    return keys.resolve(name).toString();
  }

  private int port(String name) {
    return Optional.ofNullable(ports.get(name)).orElseThrow();
  }

  String url(String name) {
    return "http://127.0.0.1:" + port(name);
  }

  /** As an operator who may do all. */
  ManagerClient client(String manager) {
    Path file = data.resolve("access/admin.token");
    return new ManagerClient(
        url(manager),
        () -> Files.exists(file) ? Optional.of(Secrets.read(file)) : Optional.empty());
  }

  /**
   * Ends a service and starts it from another release. An adapter is asked to leave its limits to
   * the next one, as its package's unit does.
   */
  void replace(String name, Release release) {
    if (name.equals(ADAPTER)) {
      try {
        Files.createFile(data.resolve(name).resolve("hand-over.wanted"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    crew.stop(name);
    crew.startAgain(name, release);
  }

  void kill(String name) {
    crew.kill(name);
  }

  boolean answers(String name) {
    return Ports.answers(port(name));
  }

  List<String> dead() {
    return ports.keySet().stream().filter(name -> !crew.isAlive(name)).toList();
  }

  /** The last lines of each. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    for (String name : ports.keySet()) {
      String all = log(name);
      logs.append(name).append(":\n").append(all.substring(Math.max(0, all.length() - LAST_CHARS)));
    }
    return logs.toString();
  }

  String log(String name) {
    return crew.log(name);
  }

  @Override
  public void close() {
    crew.close();
  }
}
