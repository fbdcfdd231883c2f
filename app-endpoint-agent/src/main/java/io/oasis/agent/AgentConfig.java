package io.oasis.agent;

import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Option;
import io.oasis.messaging.Options;
import io.oasis.messaging.UsageException;
import io.oasis.protocol.HostId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The agent's settings; {@link #OPTIONS} lists every key once.
 *
 * @param interval from one measurement to the next, 100 ms to 60 s
 * @param metricsPort of the loopback address, 0 for none
 * @param accounting whether cgroup v1 may be told to count
 * @param brick control socket of the brick whose applications are watched, if it is one
 * @param root where {@code /proc} and {@code /sys} are
 */
public record AgentConfig(
    LinkConfig link,
    HostId host,
    Duration interval,
    int metricsPort,
    boolean accounting,
    Optional<Path> brick,
    Path root) {
  private static final String SOURCE_CGROUP = "cgroup";
  private static final String SOURCE_BRICK = "brick:";

  public static final List<Option> OPTIONS =
      List.of(
          new Option("bootstrap", LinkConfig.DEFAULT_BOOTSTRAP, "the broker, host:port[,...]"),
          new Option("host", "", "name of this host; empty: what the system says"),
          new Option("interval-ms", "1000", "from one measurement to the next, 100 to 60000 ms"),
          new Option("metrics-port", "0", "Prometheus text on 127.0.0.1, 0 for none, to 65535"),
          new Option("partitions", "4", "of topics that have to be created, 1 to 1000"),
          new Option("replication", "1", "of topics that have to be created, 1 to 15"),
          new Option(
              "accounting", "true", "cgroup v1: switch on the kernel's counting (a limit of none)"),
          new Option("source", SOURCE_CGROUP, "what is watched: cgroup, or brick:CONTROL-SOCKET"),
          new Option("root", "/", "directory that holds proc and sys"),
          new Option("state-dir", "", "not used by the agent; the services may share a file"),
          new Option("lease-ms", "15000", "not used by the agent; the services may share a file"));

  /**
   * @throws UsageException that names the key
   */
  public static AgentConfig of(Options options) {
    HostId host = hostOf(options.text("host"));
    Path root = Path.of(options.required("root"));
    if (!Files.isDirectory(root)) {
      throw new UsageException("root", root.toString(), "is not a directory");
    }
    return new AgentConfig(
        new LinkConfig(
            options.required("bootstrap"),
            "oasis-agent-" + host.value(),
            (int) options.integer("partitions", 1, 1_000),
            (short) options.integer("replication", 1, 15),
            LinkConfig.DEFAULT_SEND_BUFFER_BYTES),
        host,
        Duration.ofMillis(options.integer("interval-ms", 100, 60_000)),
        (int) options.integer("metrics-port", 0, 65_535),
        options.flag("accounting"),
        brickOf(options.required("source")),
        root);
  }

  private static Optional<Path> brickOf(String source) {
    if (source.startsWith(SOURCE_BRICK + "/")) {
      return Optional.of(Path.of(source.substring(SOURCE_BRICK.length())));
    }
    if (!source.equals(SOURCE_CGROUP)) {
      throw new UsageException("source", source, "must be cgroup or brick:/CONTROL-SOCKET");
    }
    return Optional.empty();
  }

  private static HostId hostOf(String given) {
    String name = given;
    if (name.isEmpty()) {
      try {
        name = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        throw new UsageException("host", "", "the system does not know its name: give one");
      }
    }
    if (name.length() > 100) {
      throw new UsageException("host", name, "must have at most 100 characters");
    }
    try {
      return new HostId(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("host", name, "must not contain '|' or control characters");
    }
  }
}
