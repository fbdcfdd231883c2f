package io.oasis.brick;

import io.oasis.brick.BrickConfig.DeviceConfig;
import io.oasis.brick.BrickConfig.ExportConfig;
import io.oasis.brick.BrickConfig.TlsFiles;
import io.oasis.brick.BrickConfig.VolumeConfig;
import io.oasis.brick.discipline.Admission;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Limits;
import io.oasis.brick.volume.FileVolume.Direct;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a {@link BrickConfig} from keys, and refuses what is wrong by the key's name. */
final class ConfigReader {
  private static final int STANDARD_PORT = 10809;

  private ConfigReader() {}

  /**
   * @throws ConfigException that names the key
   */
  static BrickConfig read(Map<String, String> values) {
    Keys keys = new Keys(values);
    boolean remote = keys.flag("allow-remote", false);
    List<SocketAddress> listen = new ArrayList<>();
    for (String text : keys.list("listen", "127.0.0.1:" + STANDARD_PORT)) {
      listen.add(address(text, remote));
    }
    String control = keys.text("control", "");
    Limits limits = limits(keys);
    List<DeviceConfig> devices = DeviceReader.devices(keys);
    List<VolumeConfig> volumes = volumes(keys, devices);
    List<ExportConfig> exports = exports(keys, volumes, devices);
    Optional<TlsFiles> tls = tls(keys);
    keys.end();
    return new BrickConfig(
        listen,
        control.isEmpty() ? Optional.empty() : Optional.of(Path.of(control)),
        tls,
        limits,
        devices,
        volumes,
        exports);
  }

  private static SocketAddress address(String text, boolean remote) {
    if (text.startsWith("unix:")) {
      return UnixDomainSocketAddress.of(text.substring("unix:".length()));
    }
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    String port = colon < 0 ? Integer.toString(STANDARD_PORT) : text.substring(colon + 1);
    if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
      throw new ConfigException("listen", text, "must be HOST:PORT or unix:PATH");
    }
    try {
      InetAddress found = InetAddress.getByName(host);
      if (!found.isLoopbackAddress() && !remote) {
        throw new ConfigException(
            "listen", text, "is not a loopback address; set allow-remote = true if it is meant");
      }
      return new InetSocketAddress(found, Integer.parseInt(port));
    } catch (UnknownHostException e) {
      throw new ConfigException("listen", text, "the host is not known");
    }
  }

  private static Limits limits(Keys keys) {
    Limits standard = Limits.standard();
    long memory = keys.bytes("memory-bytes", Long.toString(standard.memoryBytes()));
    long payload = keys.bytes("max-payload-bytes", Integer.toString(standard.maxPayloadBytes()));
    if (payload < 1 << 20 || payload > 1 << 30) {
      throw new ConfigException(
          "max-payload-bytes", Long.toString(payload), "must be between 1M and 1G");
    }
    if (memory < 2 * payload) {
      throw new ConfigException(
          "memory-bytes", Long.toString(memory), "must be at least twice max-payload-bytes");
    }
    return new Limits(
        (int) keys.integer("max-connections", standard.maxConnections(), 1, 1_000_000),
        (int) keys.integer("max-requests", standard.maxRequests(), 1, 65_536),
        (int) payload,
        memory,
        Duration.ofMillis(keys.integer("handshake-ms", 10_000, 1, 3_600_000)),
        Duration.ofMillis(keys.integer("stall-ms", 30_000, 1, 86_400_000)),
        Duration.ofNanos(1_000L * keys.integer("busy-poll-us", 50, 0, 1_000)));
  }

  private static Optional<TlsFiles> tls(Keys keys) {
    String keystore = keys.text("tls.keystore", "");
    String password = keys.text("tls.password-file", "");
    boolean required = keys.flag("tls.required", false);
    if (keystore.isEmpty()) {
      if (required || !password.isEmpty()) {
        throw new ConfigException("tls.keystore", "", "must be given for encryption");
      }
      return Optional.empty();
    }
    return Optional.of(
        new TlsFiles(Path.of(keystore), Path.of(keys.required("tls.password-file")), required));
  }

  private static List<VolumeConfig> volumes(Keys keys, List<DeviceConfig> devices) {
    List<VolumeConfig> volumes = new ArrayList<>();
    for (String name : keys.namesOf("volume")) {
      String prefix = "volume." + name + ".";
      String file = keys.text(prefix + "file", "");
      long size = keys.bytes(prefix + "size", "0");
      if (file.isEmpty() && size == 0) {
        throw new ConfigException(prefix + "size", "", "must be given for a volume in memory");
      }
      String direct = keys.text(prefix + "direct", "auto");
      String device = keys.text(prefix + "device", devices.get(0).name());
      if (devices.stream().noneMatch(known -> known.name().equals(device))) {
        throw new ConfigException(prefix + "device", device, "there is no such device");
      }
      volumes.add(
          new VolumeConfig(
              name,
              file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)),
              size,
              switch (direct) {
                case "auto" -> Direct.AUTO;
                case "on" -> Direct.ON;
                case "off" -> Direct.OFF;
                default ->
                    throw new ConfigException(prefix + "direct", direct, "must be on, off or auto");
              },
              device));
    }
    return volumes;
  }

  private static List<ExportConfig> exports(
      Keys keys, List<VolumeConfig> volumes, List<DeviceConfig> devices) {
    List<ExportConfig> exports = new ArrayList<>();
    for (String name : keys.namesOf("export")) {
      String prefix = "export." + name + ".";
      String volume = keys.text(prefix + "volume", name);
      if (volumes.stream().noneMatch(known -> known.name().equals(volume))) {
        throw new ConfigException(prefix + "volume", volume, "there is no such volume");
      }
      exports.add(
          new ExportConfig(
              name,
              volume,
              keys.text(prefix + "application", name),
              keys.text(prefix + "description", ""),
              keys.flag(prefix + "read-only", false),
              terms(keys, prefix),
              keys.bytes(prefix + "cache-bytes", "0"),
              keys.flag(prefix + "request-ids", false)));
    }
    if (exports.isEmpty()) {
      throw new ConfigException("export", "", "at least one export.NAME.volume must be given");
    }
    for (DeviceConfig device : devices) {
      checkTimetable(device, volumes, exports);
      DisciplineSpec spec = device.discipline();
      if (spec.kind() == DisciplineSpec.Kind.ZYGARIA) {
        List<Terms> terms = exports.stream().map(ExportConfig::terms).toList();
        Admission.refusal(spec.deviceRuns(), spec.pools(), terms)
            .ifPresent(
                reason -> {
                  throw new ConfigException("device." + device.name() + ".pool", "", reason);
                });
      }
    }
    return exports;
  }

  private static void checkTimetable(
      DeviceConfig device, List<VolumeConfig> volumes, List<ExportConfig> exports) {
    if (device.discipline().kind() != DisciplineSpec.Kind.COSCHEDULED) {
      return;
    }
    Set<String> onDevice =
        volumes.stream()
            .filter(volume -> volume.device().equals(device.name()))
            .map(VolumeConfig::name)
            .collect(Collectors.toSet());
    List<String> sessions =
        exports.stream()
            .filter(export -> onDevice.contains(export.volume()))
            .map(ExportConfig::application)
            .toList();
    device
        .discipline()
        .timetable()
        .refusal(sessions)
        .ifPresent(
            reason -> {
              throw new ConfigException("device." + device.name() + ".timetable", "", reason);
            });
  }

  private static Terms terms(Keys keys, String prefix) {
    double reserve = keys.number(prefix + "reserve", 0, 0);
    double limit = keys.number(prefix + "limit-iops", 0, 0);
    if (limit > 0 && limit < reserve) {
      throw new ConfigException(
          prefix + "limit-iops", Double.toString(limit), "must not be below the reserve");
    }
    return new Terms(
        keys.number(prefix + "share", 1, 1e-6),
        reserve,
        limit,
        keys.number(prefix + "limit-bytes-per-second", 0, 0),
        (long) (keys.number(prefix + "latency-ms", 1000, 0.001) * 1e6),
        keys.text(prefix + "pool", Terms.COMMON_POOL));
  }
}
