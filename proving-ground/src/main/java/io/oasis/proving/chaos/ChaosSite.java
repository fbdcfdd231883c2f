package io.oasis.proving.chaos;

import static io.oasis.proving.chaos.Trouble.ADAPTER;
import static io.oasis.proving.chaos.Trouble.AGENT;
import static io.oasis.proving.chaos.Trouble.BROKER;
import static io.oasis.proving.chaos.Trouble.MANAGER_NAMES;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Deployment.Surroundings;
import io.oasis.distribution.Services;
import io.oasis.distribution.broker.BrokerConfig.Listener;
import io.oasis.distribution.process.Ports;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What chaos is made of: a block device with two applications that want more than it has, a broker,
 * two managers, an adapter and an agent, each with a link of its own and a data directory of its
 * own.
 */
final class ChaosSite implements AutoCloseable {
  static final String DEEP = "deep";
  static final String SHALLOW = "shallow";

  /** Of the device. */
  static final int SIZE_MIB = 64;

  private static final double CAPACITY_IOPS = 1_000;
  private static final int BROKER_MIB = 256;
  private static final int SERVICE_MIB = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Janitor janitor;
  private final LabLun lun;
  private final String majorMinor;
  private final Services services;
  private final Map<String, Link> links;
  private final Map<String, Volume> volumes;
  private final Map<String, WallClock> clocks;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();
  private final String parent = "oasis-chaos-" + ProcessHandle.current().pid();
  private final Map<String, LabCgroup> cgroups = new ConcurrentHashMap<>();
  private final Map<String, FioApplication> running = new LinkedHashMap<>();

  private ChaosSite(
      Janitor janitor,
      LabLun lun,
      Services services,
      Map<String, Link> links,
      Map<String, Volume> volumes,
      Map<String, WallClock> clocks) {
    this.janitor = janitor;
    this.lun = lun;
    this.majorMinor = lun.majorMinor();
    this.services = services;
    this.links = links;
    this.volumes = volumes;
    this.clocks = clocks;
  }

  static List<String> clients() {
    List<String> clients = new ArrayList<>(MANAGER_NAMES);
    clients.addAll(List.of(ADAPTER, AGENT));
    return clients;
  }

  /**
   * Builds everything; the applications run when it returns.
   *
   * @param disk where the device's file and the logs are
   */
  static ChaosSite build(Path disk, Duration lease) {
    Janitor.sweep(disk);
    Janitor janitor = Janitor.start(disk);
    Map<String, Link> links = new LinkedHashMap<>();
    try {
      Path data = janitor.directory().resolve("data");
      Map<String, Surroundings> surroundings = new LinkedHashMap<>();
      Map<String, Volume> volumes = new LinkedHashMap<>();
      volumes.put(BROKER, Volume.mount(janitor, data.resolve(BROKER), BROKER_MIB));
      Map<String, WallClock> clocks = new LinkedHashMap<>();
      for (String client : clients()) {
        volumes.put(client, Volume.mount(janitor, data.resolve(client), SERVICE_MIB));
        WallClock clock = WallClock.right(data.resolve(client + ".clock"));
        clocks.put(client, clock);
        Listener listener =
            new Listener(client.toUpperCase(Locale.ROOT), Ports.free(), Ports.free());
        surroundings.put(client, new Surroundings(Optional.of(listener), clock.environment()));
        links.put(client, Link.open(listener.advertisedPort(), listener.port()));
      }
      LabLun lun = LabLun.create(janitor, "lun", SIZE_MIB, CAPACITY_IOPS);
      Services services =
          Services.start(
              data,
              Deployment.forTrial()
                  .lease(lease)
                  .only(clients().toArray(String[]::new))
                  .in(surroundings),
              janitor::service);
      ChaosSite site = new ChaosSite(janitor, lun, services, links, volumes, clocks);
      List.of(DEEP, SHALLOW).forEach(site::startApplication);
      return site;
    } catch (RuntimeException e) {
      janitor.close();
      links.values().forEach(Link::close);
      throw e;
    }
  }

  Services services() {
    return services;
  }

  /** The LUN's id. */
  String lun() {
    return "loop:" + lun.exported();
  }

  boolean isHealthy(String manager) {
    return !services.get(services.url(manager) + "/actuator/health").isEmpty();
  }

  Link link(String client) {
    return Optional.ofNullable(links.get(client)).orElseThrow();
  }

  Volume volume(String service) {
    return Optional.ofNullable(volumes.get(service)).orElseThrow();
  }

  WallClock clock(String client) {
    return Optional.ofNullable(clocks.get(client)).orElseThrow();
  }

  /** Limits in the kernel now; none in a cgroup that is not there. */
  List<String> limits(String application) {
    LabCgroup cgroup = cgroups.get(application);
    try {
      return cgroup == null ? List.of() : cgroup.limits(majorMinor);
    } catch (UncheckedIOException e) {
      return List.of();
    }
  }

  void startApplication(String name) {
    LabCgroup cgroup = tree.create(janitor, parent, name);
    cgroups.put(name, cgroup);
    FioApplication application = FioApplication.start(name, load(name), cgroup, lun);
    running.put(name, application);
    application.awaitRunning(PATIENCE);
  }

  private static FioLoad load(String name) {
    return FioLoad.randomReads(name.equals(DEEP) ? 32 : 2);
  }

  void stopApplication(String name) {
    FioApplication application = running.remove(name);
    if (application != null) {
      application.close();
    }
  }

  /** With whatever limits are in force there. */
  void removeCgroup(String name) {
    stopApplication(name);
    LabCgroup cgroup = cgroups.get(name);
    if (cgroup != null) {
      cgroup.close();
    }
  }

  /** Pulls the device from under the applications. */
  void pull() {
    List.of(DEEP, SHALLOW).forEach(this::stopApplication);
    lun.pull();
  }

  void plug() {
    lun.plug();
    List.of(DEEP, SHALLOW).forEach(this::startApplication);
  }

  /** Copies what the services have logged; otherwise it goes with the rest. */
  void keepLogs(Path directory) {
    try {
      Files.createDirectories(directory);
      for (String service : volumes.keySet()) {
        Path log = services.log(service);
        Files.copy(log, directory.resolve(service + ".log"), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    List.copyOf(running.keySet()).forEach(this::stopApplication);
    services.close();
    janitor.close();
    links.values().forEach(Link::close);
  }
}
