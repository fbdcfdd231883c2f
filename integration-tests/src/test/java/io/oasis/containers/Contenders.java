package io.oasis.containers;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A block device with two applications that want more than it has. An operator gives both a limit:
 * so whatever a manager thinks of them, each is limited for as long as it decides.
 */
final class Contenders implements AutoCloseable {
  static final String DEEP = "deep";
  static final String SHALLOW = "shallow";

  private static final int SIZE_MIB = 64;
  private static final double CAPACITY_IOPS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final LabLun lun;
  private final String host;
  private final Map<String, LabCgroup> cgroups = new LinkedHashMap<>();
  private final List<FioApplication> running = new ArrayList<>();

  /**
   * Idle until {@link #begin}.
   *
   * @param host what services call this one
   */
  Contenders(Janitor janitor, String host) {
    this.lun = LabLun.create(janitor, "lun", SIZE_MIB, CAPACITY_IOPS);
    this.host = host;
    CgroupTree tree = CgroupTree.find().orElseThrow();
    String parent = "oasis-contend-" + ProcessHandle.current().pid();
    for (String name : List.of(DEEP, SHALLOW)) {
      cgroups.put(name, tree.create(janitor, parent, name));
    }
  }

  void begin() {
    cgroups.forEach(
        (name, cgroup) -> {
          FioLoad load = FioLoad.randomReads(name.equals(DEEP) ? 32 : 8);
          FioApplication application = FioApplication.start(name, load, cgroup, lun);
          running.add(application);
          application.awaitRunning(PATIENCE);
        });
  }

  /** Has them limited, and returns when they are. */
  void limitBy(List<ManagerClient> managers) {
    await("the device and its applications are known", () -> isKnown(managers));
    await("an operator is heard", () -> managers.stream().anyMatch(this::limits));
    await("limits are in force", this::isLimited);
  }

  private static void await(String what, java.util.function.BooleanSupplier so) {
    if (!Wait.until(PATIENCE, Duration.ofMillis(250), so)) {
      throw new IllegalStateException("not within " + PATIENCE + ": " + what);
    }
  }

  private boolean isKnown(List<ManagerClient> managers) {
    Optional<String> domain = domain(managers);
    return domain.isPresent()
        && cgroups.keySet().stream().allMatch(name -> isKnown(managers, domain.get(), name));
  }

  private boolean isKnown(List<ManagerClient> managers, String domain, String application) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.queues(domain)).orElse(List.of()).stream())
        .anyMatch(queue -> queue.path("application").asString("").equals(id(application)));
  }

  /** Once a manager knows it. */
  Optional<String> domain(List<ManagerClient> managers) {
    return managers.stream()
        .flatMap(m -> asked(() -> m.domainOf("loop:" + lun.exported())).stream())
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Empty while a manager is away, or starting. */
  static <T> Optional<T> asked(Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (MissingException e) {
      return Optional.empty();
    }
  }

  /** Whether this manager took the operator's limits and ENFORCE: the one that decides does. */
  private boolean limits(ManagerClient manager) {
    try {
      Optional<String> known = domain(List.of(manager));
      if (known.isEmpty()) {
        return false; // it starts
      }
      String domain = known.get();
      List<Map<String, Object>> rails = new ArrayList<>();
      for (String name : cgroups.keySet()) {
        double most = CAPACITY_IOPS / (name.equals(DEEP) ? 3 : 4);
        rails.add(Map.of("scope", "APPLICATION", "name", id(name), "limitIops", most));
      }
      Optional<JsonNode> present = manager.guardRails(domain);
      if (present.isEmpty()) {
        return false; // the domain is the other's
      }
      long revision = present.get().path("revision").asLong(0);
      String reason = "integration test";
      var _ =
          manager.change(
              domain,
              "guard-rails",
              Map.of("revision", revision, "rails", rails, "reason", reason));
      return manager.setMode(domain, "ENFORCE", reason).isEmpty();
    } catch (MissingException e) {
      return false;
    }
  }

  /** Whether the kernel has no limit any more once an operator has it so. */
  boolean letGoBy(List<ManagerClient> managers) {
    String domain = domain(managers).orElseThrow();
    return managers.stream()
            .map(manager -> asked(() -> manager.setMode(domain, "SHADOW", "integration test")))
            .anyMatch(answer -> answer.isPresent() && answer.get().isEmpty())
        && Wait.until(PATIENCE, this::isFree);
  }

  private String id(String application) {
    return host + ":" + cgroup(application).path();
  }

  private LabCgroup cgroup(String application) {
    return Optional.ofNullable(cgroups.get(application)).orElseThrow();
  }

  /** Whether the kernel has no limit for it. */
  private boolean isFree(String application) {
    return cgroup(application).limits(lun.majorMinor()).isEmpty();
  }

  /** Whether the kernel has a limit for both. */
  boolean isLimited() {
    return cgroups.keySet().stream().noneMatch(this::isFree);
  }

  /** Whether it has one for neither. */
  boolean isFree() {
    return cgroups.keySet().stream().allMatch(this::isFree);
  }

  @Override
  public void close() {
    running.forEach(FioApplication::close);
  }
}
