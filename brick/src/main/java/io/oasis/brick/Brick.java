package io.oasis.brick;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.oasis.brick.BrickConfig.DeviceConfig;
import io.oasis.brick.BrickConfig.ExportConfig;
import io.oasis.brick.BrickConfig.VolumeConfig;
import io.oasis.brick.cache.Cache;
import io.oasis.brick.control.Control;
import io.oasis.brick.control.ControlSocket;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.engine.ModelledDevice;
import io.oasis.brick.nbd.Destager;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import io.oasis.brick.nbd.Prefetcher;
import io.oasis.brick.nbd.Tls;
import io.oasis.brick.stats.FlowStatistics;
import io.oasis.brick.volume.FileVolume;
import io.oasis.brick.volume.MemoryVolume;
import io.oasis.brick.volume.Volume;
import io.oasis.metrics.MetricsServer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/** A running brick: its devices, volumes and exports put together as the configuration says. */
public final class Brick implements AutoCloseable {
  private final SequencedMap<String, Engine> engines = new LinkedHashMap<>();
  private final Map<String, Volume> volumes = new LinkedHashMap<>();
  private final SequencedMap<String, Export> exports = new LinkedHashMap<>();
  private final List<SocketAddress> addresses = new ArrayList<>();

  private final Map<String, Cache> caches = new LinkedHashMap<>();
  private @Nullable Control control;

  /** What to close, the last opened first. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private Brick() {}

  /**
   * @throws IOException when a file or socket cannot be had; nothing is left open then
   */
  public static Brick start(BrickConfig config) throws IOException {
    Brick brick = new Brick();
    try {
      brick.open(config);
      return brick;
    } catch (IOException | RuntimeException e) {
      try {
        brick.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private void open(BrickConfig config) throws IOException {
    Map<String, DeviceConfig> deviceOf = new LinkedHashMap<>();
    for (VolumeConfig volume : config.volumes()) {
      volumes.put(volume.name(), open(volume));
      for (DeviceConfig device : config.devices()) {
        if (device.name().equals(volume.device())) {
          deviceOf.put(volume.name(), device);
        }
      }
    }
    for (DeviceConfig device : config.devices()) {
      open(device);
    }
    for (ExportConfig export : config.exports()) {
      open(export, deviceOf.get(export.volume()));
    }
    listen(config);
  }

  private void open(DeviceConfig device) throws IOException {
    if (device.cacheBytes() > 0) {
      Cache cache = new Cache(device.cacheBytes());
      if (device.accessBytes() > 0) {
        cache.writeTogether(device.accessBytes());
      }
      caches.put(device.name(), cache);
      parts.push(cache);
    }
    ModelledDevice model = device.model().isEmpty() ? null : ModelledDevice.named(device.model());
    RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create();
    Engine engine = new Engine(device.name(), device.discipline(), model, device.workers(), random);
    engines.put(device.name(), engine);
    parts.push(engine);
  }

  private void open(ExportConfig export, @Nullable DeviceConfig device) {
    Engine engine = device == null ? null : engines.get(device.name());
    Volume volume = volumes.get(export.volume());
    if (device == null || engine == null || volume == null) {
      throw new IllegalStateException("export " + export.name() + " has no device or volume");
    }
    Session session = engine.join(export.application(), export.terms());
    Volume seen = seen(volume, export, device);
    exports.put(
        export.name(),
        new Export(
            export,
            seen,
            engine,
            session,
            new FlowStatistics(),
            seen.hasCache() && device.accessBytes() > 0
                ? new Prefetcher(seen, engine, session, device.accessBytes())
                : null,
            seen.hasCache() && device.writeBack() ? new Destager(seen, engine, session) : null));
  }

  /** The volume as the export's application sees it: through its partition, if it has one. */
  private Volume seen(Volume volume, ExportConfig export, DeviceConfig device) {
    Cache cache = caches.get(device.name());
    if (cache == null || export.cacheBytes() == 0) {
      return volume;
    }
    Volume cached =
        cache.over(volume, export.application(), export.cacheBytes(), device.writeBack());
    parts.push(cached);
    return cached;
  }

  private Volume open(VolumeConfig config) throws IOException {
    boolean readOnly = false;
    Volume volume =
        config.file().isEmpty()
            ? new MemoryVolume(config.sizeBytes())
            : FileVolume.open(config.file().get(), config.sizeBytes(), config.direct(), readOnly);
    parts.push(volume::close);
    return volume;
  }

  private void listen(BrickConfig config) throws IOException {
    Optional<Tls> tls = Optional.empty();
    boolean mustEncrypt = false;
    if (config.tls().isPresent()) {
      BrickConfig.TlsFiles files = config.tls().get();
      String password = Files.readString(files.passwordFile()).strip();
      tls =
          Optional.of(Tls.of(files.keystore(), password.toCharArray(), files.clientAuthorities()));
      mustEncrypt = files.required();
    }
    NbdServer server = new NbdServer(exports, tls, mustEncrypt, config.limits());
    parts.push(server);
    for (SocketAddress address : config.listen()) {
      addresses.add(server.listen(address));
    }
    Map<String, Control.Facts> facts = new HashMap<>();
    for (DeviceConfig device : config.devices()) {
      facts.put(device.name(), new Control.Facts(device.accessBytes(), device.traits()));
    }
    Control made = new Control(server, engines, exports, caches, facts);
    control = made;
    if (config.control().isPresent()) {
      parts.push(new ControlSocket(config.control().get(), made));
    }
    if (!config.metrics().isNowhere()) {
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      registry.getPrometheusRegistry().register(made::metrics);
      parts.push(new MetricsServer(config.metrics(), registry));
    }
  }

  /** Where it listens, with the ports that were chosen. */
  public List<SocketAddress> addresses() {
    return List.copyOf(addresses);
  }

  /** What can be asked of it and told it. */
  public Control control() {
    Control found = control;
    if (found == null) {
      throw new IllegalStateException("the brick has not been started");
    }
    return found;
  }

  public Export export(String name) {
    Export export = exports.get(name);
    if (export == null) {
      throw new IllegalArgumentException("there is no export " + name);
    }
    return export;
  }

  /** Ends connections, flushes volumes, lets everything go. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        IOException next = e instanceof IOException io ? io : new IOException(e);
        if (failure == null) {
          failure = next;
        } else {
          failure.addSuppressed(next);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
