package io.oasis.adapter.shell;

import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Option;
import io.oasis.messaging.Options;
import io.oasis.messaging.UsageException;
import io.oasis.protocol.HostId;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How an adapter runs.
 *
 * @param stateDir where its journal and locks are
 * @param lease the longest a limit stays without word from the manager
 * @param shareHost whether another adapter may drive the same target of this host
 * @param queues names the queues of a process that is driven; see {@link QueueNames}
 * @param deviceSettings what a device is told while weights are in force on it
 * @param metricsPort 0 for none
 */
public record AdapterSettings(
    String bootstrap,
    HostId host,
    Path stateDir,
    Duration interval,
    Duration lease,
    boolean shareHost,
    TargetSpec target,
    Optional<Path> queues,
    DeviceSettings deviceSettings,
    int metricsPort) {
  /** Every key, with its standard value. */
  public static final List<Option> OPTIONS =
      List.of(
          new Option("bootstrap", LinkConfig.DEFAULT_BOOTSTRAP, "Kafka, host:port"),
          new Option("host", "", "name of this host; empty takes the host name"),
          new Option("state-dir", "/var/lib/oasis/adapter", "journal, locks and guardian"),
          new Option("interval-ms", "1000", "how often usage is measured, 100 to 60000"),
          new Option("lease-ms", "15000", "how long a limit stays without word, 1000 to 3600000"),
          new Option(
              "share-host", "false", "run beside another adapter, each on devices of its own"),
          new Option("target", TargetSpec.AUTO, TargetSpec.SYNTAX),
          new Option("queues", "", "file that names the queues of a qmp or spdk target"),
          DeviceSettings.READ_AHEAD,
          DeviceSettings.SLICE_IDLE,
          DeviceSettings.TIMEOUT_SYNC,
          new Option("metrics-port", "0", "Prometheus text on 127.0.0.1; 0 for none"));

  public static AdapterSettings from(Options options) {
    TargetSpec target = TargetSpec.parse(options.required("target"));
    Optional<Path> queues =
        Optional.of(options.text("queues")).filter(file -> !file.isEmpty()).map(Path::of);
    String bootstrap = options.required("bootstrap");
    LinkConfig.of(bootstrap, "oasis-adapter"); // refuses what is no address, naming the key
    return new AdapterSettings(
        bootstrap,
        hostOf(options.text("host")),
        Path.of(options.required("state-dir")),
        Duration.ofMillis(options.integer("interval-ms", 100, 60_000)),
        Duration.ofMillis(options.integer("lease-ms", 1_000, 3_600_000)),
        options.flag("share-host"),
        target,
        queues,
        DeviceSettings.from(options, target),
        (int) options.integer("metrics-port", 0, 65_535));
  }

  private static HostId hostOf(String given) {
    String name = given.isEmpty() ? hostName() : given;
    try {
      return new HostId(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("host", name, String.valueOf(e.getMessage()));
    }
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return InetAddress.getLoopbackAddress().getHostName();
    }
  }
}
