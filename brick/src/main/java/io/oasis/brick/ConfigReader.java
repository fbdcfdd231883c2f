package io.oasis.brick;

import io.oasis.brick.BrickConfig.DeviceConfig;
import io.oasis.brick.BrickConfig.ExportConfig;
import io.oasis.brick.BrickConfig.TlsFiles;
import io.oasis.brick.BrickConfig.VolumeConfig;
import io.oasis.brick.discipline.Admission;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Limits;
import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import io.oasis.metrics.MetricsPlace;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a {@link BrickConfig} from keys, and refuses what is wrong by the key's name. */
final class ConfigReader {
  private static final String STANDARD_PORT = "10809";

  private ConfigReader() {}

  /**
   * @throws UsageException that names the key
   */
  static BrickConfig read(Settings keys) {
    boolean remote = keys.get(BrickKeys.ALLOW_REMOTE);
    List<SocketAddress> listen =
        keys.get(BrickKeys.LISTEN).stream().map(text -> address(text, remote)).toList();
    List<DeviceConfig> devices = DeviceReader.devices(keys);
    List<VolumeConfig> volumes = volumes(keys, devices);
    List<ExportConfig> exports = exports(keys, volumes, devices);
    return new BrickConfig(
        listen,
        keys.get(BrickKeys.CONTROL),
        MetricsPlace.of(keys),
        tls(keys),
        limits(keys),
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
    String port = colon < 0 ? STANDARD_PORT : text.substring(colon + 1);
    if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
      throw new UsageException("listen", text, "must be HOST:PORT or unix:PATH");
    }
    try {
      InetAddress found = InetAddress.getByName(host);
      if (!found.isLoopbackAddress() && !remote) {
        throw new UsageException(
            "listen", text, "is not a loopback address; set allow-remote = true if it is meant");
      }
      return new InetSocketAddress(found, Integer.parseInt(port));
    } catch (UnknownHostException e) {
      throw new UsageException("listen", text, "the host is not known");
    }
  }

  private static Limits limits(Settings keys) {
    long memory = keys.get(BrickKeys.MEMORY);
    long payload = keys.get(BrickKeys.MAX_PAYLOAD);
    if (memory < 2 * payload) {
      throw new UsageException(
          BrickKeys.MEMORY.name(),
          Long.toString(memory),
          "must be at least twice " + BrickKeys.MAX_PAYLOAD.name());
    }
    return new Limits(
        keys.get(BrickKeys.MAX_CONNECTIONS),
        keys.get(BrickKeys.MAX_REQUESTS),
        (int) payload,
        memory,
        keys.get(BrickKeys.HANDSHAKE),
        keys.get(BrickKeys.STALL),
        Duration.ofNanos(1_000L * keys.get(BrickKeys.BUSY_POLL)));
  }

  private static Optional<TlsFiles> tls(Settings keys) {
    Optional<Path> keystore = keys.get(BrickKeys.TLS_KEYSTORE);
    Optional<Path> password = keys.get(BrickKeys.TLS_PASSWORD);
    Optional<Path> clients = keys.get(BrickKeys.TLS_CLIENT_CA);
    boolean required = keys.get(BrickKeys.TLS_REQUIRED);
    if (keystore.isEmpty() && (required || password.isPresent() || clients.isPresent())) {
      throw new UsageException("tls.keystore", "", "must be given for encryption");
    }
    return keystore.map(
        store ->
            new TlsFiles(
                store,
                password.orElseThrow(
                    () -> new UsageException("tls.password-file", "", "must be given")),
                clients,
                required || clients.isPresent()));
  }

  private static List<VolumeConfig> volumes(Settings keys, List<DeviceConfig> devices) {
    List<VolumeConfig> volumes = new ArrayList<>();
    for (String name : keys.names("volume")) {
      Optional<Path> file = keys.get(BrickKeys.VOLUME_FILE.at(name));
      Key<Long> size = BrickKeys.VOLUME_SIZE.at(name);
      if (file.isEmpty() && keys.get(size) == 0) {
        throw new UsageException(size.name(), "", "must be given for a volume in memory");
      }
      Key<String> key = BrickKeys.VOLUME_DEVICE.or(devices.getFirst().name()).at(name);
      String device = keys.get(key);
      if (devices.stream().noneMatch(known -> known.name().equals(device))) {
        throw new UsageException(key.name(), device, "there is no such device");
      }
      volumes.add(
          new VolumeConfig(
              name, file, keys.get(size), keys.get(BrickKeys.VOLUME_DIRECT.at(name)), device));
    }
    return volumes;
  }

  private static List<ExportConfig> exports(
      Settings keys, List<VolumeConfig> volumes, List<DeviceConfig> devices) {
    List<ExportConfig> exports = new ArrayList<>();
    for (String name : keys.names("export")) {
      Key<String> key = BrickKeys.EXPORT_VOLUME.or(name).at(name);
      String volume = keys.get(key);
      if (volumes.stream().noneMatch(known -> known.name().equals(volume))) {
        throw new UsageException(key.name(), volume, "there is no such volume");
      }
      exports.add(
          new ExportConfig(
              name,
              volume,
              keys.get(BrickKeys.APPLICATION.or(name).at(name)),
              keys.get(BrickKeys.DESCRIPTION.at(name)),
              keys.get(BrickKeys.READ_ONLY.at(name)),
              terms(keys, name),
              keys.get(BrickKeys.EXPORT_CACHE.at(name)),
              keys.get(BrickKeys.REQUEST_IDS.at(name))));
    }
    if (exports.isEmpty()) {
      throw new UsageException("export", "", "at least one export.NAME.volume must be given");
    }
    for (DeviceConfig device : devices) {
      checkTimetable(device, volumes, exports);
      DisciplineSpec spec = device.discipline();
      if (spec.kind() == DisciplineSpec.Kind.ZYGARIA) {
        List<Terms> terms = exports.stream().map(ExportConfig::terms).toList();
        Admission.refusal(spec.deviceRuns(), spec.pools(), terms)
            .ifPresent(
                reason -> {
                  throw new UsageException("device." + device.name() + ".pool", "", reason);
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
              throw new UsageException("device." + device.name() + ".timetable", "", reason);
            });
  }

  private static Terms terms(Settings keys, String export) {
    double reserve = keys.get(BrickKeys.RESERVE.at(export));
    Key<Double> limit = BrickKeys.LIMIT_IOPS.at(export);
    return new Terms(
        keys.get(BrickKeys.SHARE.at(export)),
        reserve,
        notBelow(reserve, limit, keys.get(limit)),
        keys.get(BrickKeys.LIMIT_BYTES.at(export)),
        (long) (keys.get(BrickKeys.LATENCY.at(export)) * 1e6),
        keys.get(BrickKeys.POOL.at(export)));
  }

  /** A limit of 0 is none. */
  static double notBelow(double reserve, Key<Double> key, double limit) {
    if (limit > 0 && limit < reserve) {
      throw new UsageException(key.name(), Double.toString(limit), "must not be below the reserve");
    }
    return limit;
  }
}
