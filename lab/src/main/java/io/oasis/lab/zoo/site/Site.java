package io.oasis.lab.zoo.site;

import io.oasis.agent.sample.Snapshot;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.host.Worker;
import io.oasis.lab.loop.World;
import io.oasis.lab.zoo.device.ZooDevice;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.Scenario.LunSpec;
import io.oasis.linux.DiskCounters;
import io.oasis.protocol.DomainId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hosts, LUNs, devices and applications of a scenario, in one world; every device a domain. */
public final class Site {
  /** Each LUN has so much of its device, each application so much of its LUN. */
  private static final long LUN_BYTES = 1L << 40;

  private static final long RANGE_BYTES = 1L << 34;
  private static final int MOST_IN_LUN = (int) (LUN_BYTES / RANGE_BYTES);

  /** Of an open loop; what goes beyond it waits uncounted in the application. */
  private static final int MOST_OUTSTANDING = 200_000;

  private final Scenario scenario;
  private final Enforcement enforcement;
  private final World world;
  private final Map<String, LabHost> hosts = new LinkedHashMap<>();
  private final Map<String, Backend> backends = new LinkedHashMap<>();
  private final List<LabHost.Place> places = new ArrayList<>();

  public Site(Scenario scenario, Enforcement enforcement, long seed) {
    this(scenario, enforcement, seed, LabHost.Counting.ENTERED);
  }

  Site(Scenario scenario, Enforcement enforcement, long seed, LabHost.Counting counting) {
    this.enforcement = enforcement;
    this.scenario = scenario;
    this.world = new World(seed);
    for (DeviceSpec device : scenario.devices()) {
      backends.put(device.name(), new Backend(world.time(), new ZooDevice(device, seed)));
    }
    Map<LunSpec, Lun> luns = new LinkedHashMap<>();
    Map<LunSpec, Integer> used = new LinkedHashMap<>();
    for (LunSpec lun : scenario.luns()) {
      LabHost host =
          hosts.computeIfAbsent(lun.host(), name -> world.host(name, enforcement, counting));
      luns.put(
          lun,
          host.lun(
              lun.name(), domain(lun.device()), backend(lun.device()), luns.size() * LUN_BYTES));
    }
    for (ApplicationSpec application : scenario.applications()) {
      LunSpec lun = scenario.lunOf(application);
      int number = used.merge(lun, 1, Integer::sum) - 1;
      Worker worker =
          new Worker(
              application.name(),
              world.time(),
              seed,
              stages(application, number % MOST_IN_LUN * RANGE_BYTES),
              application.repeat());
      places.add(world.run(host(lun.host()), lun(luns, lun), worker, application.fromSeconds()));
    }
  }

  private static Lun lun(Map<LunSpec, Lun> luns, LunSpec lun) {
    Lun found = luns.get(lun);
    if (found == null) {
      throw new IllegalArgumentException("no LUN " + lun);
    }
    return found;
  }

  private Backend backend(String device) {
    Backend found = backends.get(device);
    if (found == null) {
      throw new IllegalArgumentException("no device " + device);
    }
    return found;
  }

  /** The domain that a device is. */
  public static DomainId domain(String device) {
    return new DomainId("disk:" + device);
  }

  private static List<Stage> stages(ApplicationSpec application, long firstByte) {
    List<Stage> stages = new ArrayList<>();
    for (StageSpec stage : application.stages()) {
      stages.add(stage(stage, firstByte));
    }
    if (!application.repeat() && stages.getLast().seconds() < Double.POSITIVE_INFINITY) {
      stages.add(Stage.random(new Stage.Arrival.Idle()));
    }
    return stages;
  }

  private static Stage stage(StageSpec stage, long firstByte) {
    Stage.Arrival arrival =
        switch (stage.load()) {
          case Load.Closed(int depth, double thinkMillis) ->
              new Stage.Arrival.Closed(depth, thinkMillis / 1e3);
          case Load.Open(double perSecond, boolean poisson) ->
              new Stage.Arrival.Open(perSecond, poisson, MOST_OUTSTANDING);
          case Load.Idle() -> new Stage.Arrival.Idle();
        };
    return new Stage(
        stage.seconds(),
        arrival,
        stage.bytes(),
        stage.reads(),
        stage.sequential(),
        firstByte,
        RANGE_BYTES);
  }

  public Scenario scenario() {
    return scenario;
  }

  public World world() {
    return world;
  }

  /** One for each application, in the scenario's order. */
  public List<LabHost.Place> places() {
    return List.copyOf(places);
  }

  public Iterable<LabHost> hosts() {
    return hosts.values();
  }

  LabHost host(String name) {
    LabHost found = hosts.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no host " + name);
    }
    return found;
  }

  /** Whether limits act in the hosts' kernels. */
  boolean isKernel() {
    return enforcement == Enforcement.HOST;
  }

  /** The counters of all LUNs on a device. */
  List<DiskCounters> disks(String device) {
    List<DiskCounters> disks = new ArrayList<>();
    for (LabHost host : hosts.values()) {
      Snapshot snapshot = host.snapshot();
      for (int i = 0; i < snapshot.devices().size(); i++) {
        if (snapshot.devices().get(i).domain().equals(domain(device))) {
          disks.add(snapshot.disks().get(i));
        }
      }
    }
    return disks;
  }
}
