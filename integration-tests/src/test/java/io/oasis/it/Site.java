package io.oasis.it;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Deployment.Surroundings;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** One device, the services, and applications in cgroups of their own. */
final class Site implements AutoCloseable {
  private static final int SIZE_MIB = 64;

  private static final int DATA_MIB = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** So many lines of a log are shown. */
  private static final int LAST_LINES = 40;

  private final Janitor janitor;
  private final LabLun lun;
  private final Services services;
  private final ManagerClient client;
  private final LunWatch history;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();
  private final String parent = "oasis-it-" + ProcessHandle.current().pid();
  private final Map<String, LabCgroup> cgroups = new LinkedHashMap<>();
  private final List<FioApplication> running = new ArrayList<>();

  private Site(Janitor janitor, LabLun lun, Services services) {
    this.janitor = janitor;
    this.lun = lun;
    this.services = services;
    this.client = services.client();
    this.history = LunWatch.start(client, "loop:" + lun.exported());
  }

  static Site start(double capacityIops, Duration lease) {
    return start(capacityIops, lease, Map.of());
  }

  /** With something different for some services. */
  static Site start(double capacityIops, Duration lease, Map<String, Surroundings> surroundings) {
    return start(
        Deployment.forTrial().lease(lease).in(surroundings),
        janitor -> LabLun.create(janitor, "lun", SIZE_MIB, capacityIops));
  }

  /** On a device that keeps data, for file systems. */
  static Site startForData(double capacityIops, Duration lease) {
    return start(
        Deployment.forTrial().lease(lease),
        janitor -> LabLun.createForData(janitor, "lun", DATA_MIB, capacityIops));
  }

  private static Site start(Deployment deployment, Function<Janitor, LabLun> device) {
    Janitor janitor = Janitor.start(DATA_MIB);
    try {
      LabLun lun = device.apply(janitor);
      Services services =
          Services.start(janitor.directory().resolve("data"), deployment, janitor::service);
      return new Site(janitor, lun, services);
    } catch (RuntimeException e) {
      janitor.close();
      throw e;
    }
  }

  Janitor janitor() {
    return janitor;
  }

  LabLun lun() {
    return lun;
  }

  Services services() {
    return services;
  }

  ManagerClient client() {
    return client;
  }

  LunWatch history() {
    return history;
  }

  /** The domain of the device, once the manager knows it. */
  String domain() {
    if (!Wait.until(PATIENCE, () -> history.domain().isPresent())) {
      throw new AssertionError("the manager does not know the device after " + PATIENCE);
    }
    return history.domain().orElseThrow();
  }

  /** The cgroup of an application, made when it is first asked for. */
  LabCgroup cgroup(String name) {
    return cgroups.computeIfAbsent(name, n -> tree.create(janitor, parent, n));
  }

  /** What the application is called in the end of its id. */
  String id(String name) {
    return ":" + cgroup(name).path();
  }

  FioApplication start(String name, FioLoad load) {
    FioApplication application = FioApplication.start(name, load, cgroup(name), lun);
    running.add(application);
    application.awaitRunning(PATIENCE);
    return application;
  }

  void stop(FioApplication application) {
    application.close();
    running.remove(application);
  }

  /** Pushes limits from now on. */
  void enforce() {
    Optional<String> refused = client.setMode(domain(), "ENFORCE", "integration test");
    if (refused.isPresent()) {
      throw new AssertionError("ENFORCE is refused: " + refused.get());
    }
  }

  void shadow() {
    Optional<String> refused = client.setMode(domain(), "SHADOW", "integration test");
    if (refused.isPresent()) {
      throw new AssertionError("SHADOW is refused: " + refused.get());
    }
  }

  /** Limits in force on the device, over all applications. */
  List<String> limits() {
    return cgroups.values().stream()
        .flatMap(cgroup -> cgroup.limits(lun.majorMinor()).stream())
        .toList();
  }

  /** What is to be known when a test is red: why each queue has what it has, and the last logs. */
  String story() {
    List<String> said = new ArrayList<>();
    for (JsonNode queue : client.queues(domain())) {
      client
          .explain(domain(), queue.path("queue").asString(""))
          .ifPresent(why -> said.add(why.toPrettyString()));
    }
    for (String name : List.of("manager", "adapter", "agent")) {
      List<String> log = linesOf(services.log(name));
      said.add("the end of the %s's log:".formatted(name));
      said.addAll(log.subList(Math.max(0, log.size() - LAST_LINES), log.size()));
    }
    return String.join("\n", said);
  }

  private static List<String> linesOf(Path log) {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      return List.of(e.toString());
    }
  }

  @Override
  public void close() {
    history.close();
    client.close();
    services.close();
    running.forEach(FioApplication::close);
    janitor.close();
  }
}
