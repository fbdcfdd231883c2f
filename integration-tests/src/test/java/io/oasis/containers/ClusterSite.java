package io.oasis.containers;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
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
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Two managers, an adapter and an agent as processes of this host, whose broker is a cluster; and a
 * block device with two applications that want more than it has. An operator gave both a limit: so
 * whatever a manager thinks of them, each is limited for as long as it decides.
 */
public final class ClusterSite implements AutoCloseable {
  public static final String DEEP = "deep";
  public static final String SHALLOW = "shallow";

  /** As docs/guide/deploy.md has it for a cluster: to lose a broker takes half of it. */
  static final Duration LEASE = Duration.ofSeconds(30);

  /** Of each topic, as {@code oasis kafka init} makes them. */
  static final int PARTITIONS = 4;

  private static final int SIZE_MIB = 64;
  private static final double CAPACITY_IOPS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final LabLun lun;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();
  private final String parent = "oasis-brokers-" + ProcessHandle.current().pid();
  private final Map<String, LabCgroup> cgroups = new LinkedHashMap<>();
  private final List<FioApplication> running = new ArrayList<>();
  private final ClusterServices services;
  private final List<ManagerClient> managers = new ArrayList<>();

  private ClusterSite(Janitor janitor) {
    this.lun = LabLun.create(janitor, "lun", SIZE_MIB, CAPACITY_IOPS);
    this.services = new ClusterServices(janitor);
  }

  /**
   * At a broker that lets in anybody.
   *
   * @param replicas of what the managers keep
   */
  static ClusterSite start(Janitor janitor, String bootstrap, int replicas) {
    return start(janitor, new BrokerAccess(bootstrap, replicas, LEASE, Map.of()));
  }

  public static ClusterSite start(Janitor janitor, BrokerAccess access) {
    return start(janitor, Release.current(), access);
  }

  /** Topics, then the services, then load; returns when limits are in force. */
  static ClusterSite start(Janitor janitor, Release release, BrokerAccess access) {
    ClusterSite site = new ClusterSite(janitor);
    try {
      site.services.start(release, access);
      ClusterServices.MANAGERS.forEach(name -> site.managers.add(site.services.client(name)));
      for (String name : List.of(DEEP, SHALLOW)) {
        LabCgroup cgroup = site.tree.create(janitor, site.parent, name);
        site.cgroups.put(name, cgroup);
        FioLoad load = FioLoad.randomReads(name.equals(DEEP) ? 32 : 8);
        FioApplication application = FioApplication.start(name, load, cgroup, site.lun);
        site.running.add(application);
        application.awaitRunning(PATIENCE);
      }
      site.enforce();
      return site;
    } catch (RuntimeException e) {
      System.err.println(site.logs());
      site.close();
      throw e;
    }
  }

  private void enforce() {
    await("the device and its applications are known", this::isKnown);
    await("an operator is heard", () -> managers.stream().anyMatch(this::limits));
    await("limits are in force", this::isLimited);
  }

  private void await(String what, java.util.function.BooleanSupplier so) {
    if (!Wait.until(PATIENCE, Duration.ofMillis(250), so)) {
      throw new IllegalStateException("not within " + PATIENCE + ": " + what);
    }
  }

  private boolean isKnown() {
    Optional<String> domain = domain();
    return domain.isPresent()
        && cgroups.keySet().stream().allMatch(name -> isKnown(domain.get(), name));
  }

  private boolean isKnown(String domain, String application) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.queues(domain)).orElse(List.of()).stream())
        .anyMatch(queue -> queue.path("application").asString("").endsWith(id(application)));
  }

  /** Once a manager knows it. */
  public Optional<String> domain() {
    return managers.stream()
        .flatMap(m -> asked(() -> m.domainOf("loop:" + lun.exported())).stream())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static <T> Optional<T> asked(java.util.function.Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (MissingException e) {
      return Optional.empty(); // away, or starting
    }
  }

  /** Whether this manager took the operator's limits and ENFORCE: the one that decides does. */
  private boolean limits(ManagerClient manager) {
    try {
      String domain = domain().orElseThrow();
      List<Map<String, Object>> rails = new ArrayList<>();
      for (String name : cgroups.keySet()) {
        String application = Services.hostName() + id(name);
        double most = CAPACITY_IOPS / (name.equals(DEEP) ? 3 : 4);
        rails.add(Map.of("scope", "APPLICATION", "name", application, "limitIops", most));
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

  /** What an application is called in the end of its id. */
  String id(String application) {
    return ":" + cgroup(application).path();
  }

  private LabCgroup cgroup(String application) {
    return Optional.ofNullable(cgroups.get(application)).orElseThrow();
  }

  /** Whether the kernel has no limit for it. */
  public boolean isFree(String application) {
    return cgroup(application).limits(lun.majorMinor()).isEmpty();
  }

  /** Whether the kernel has a limit for both. */
  public boolean isLimited() {
    return cgroups.keySet().stream().noneMatch(this::isFree);
  }

  /** Whether it has one for neither. */
  public boolean isFree() {
    return cgroups.keySet().stream().allMatch(this::isFree);
  }

  /** The last decision that any manager shows. */
  Optional<String> decided(String domain) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.domain(domain)).stream())
        .flatMap(Optional::stream)
        .map(view -> view.path("at").asString(""))
        .max(java.util.Comparator.naturalOrder());
  }

  /** Of the adapter, as the managers know it. */
  Set<String> sessions(String domain) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.domain(domain)).stream())
        .flatMap(Optional::stream)
        .map(view -> view.at("/adapter/session").asString(""))
        .collect(Collectors.toSet());
  }

  /** How often a manager took the domain over, once it decided; 0 while nobody did. */
  long epoch(String domain) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.domain(domain)).stream())
        .flatMap(Optional::stream)
        .map(view -> view.path("version").asString("").split("\\.", -1))
        .filter(version -> !version[version.length - 1].equals("0"))
        .mapToLong(version -> Long.parseLong(version[0]))
        .max()
        .orElse(0);
  }

  /** The manager that decides for the domain does so no more. */
  void killWhoDecides(String domain) {
    for (int i = 0; i < managers.size(); i++) {
      ManagerClient manager = managers.get(i);
      if (asked(() -> manager.ownDomain(domain)).flatMap(found -> found).isPresent()) {
        services.kill(ClusterServices.MANAGERS.get(i));
        return;
      }
    }
    throw new IllegalStateException("nobody decides for " + domain);
  }

  /**
   * As an upgrade, or its way back.
   *
   * @return whether it answers, and, if it is a manager, for the domain
   */
  boolean replace(String service, Release release) {
    services.replace(service, release);
    int index = ClusterServices.MANAGERS.indexOf(service);
    return index < 0
        ? Wait.until(PATIENCE, () -> services.answers(service))
        : Wait.until(PATIENCE, () -> isShownBy(managers.get(index)));
  }

  private boolean isShownBy(ManagerClient manager) {
    return asked(() -> domain().flatMap(manager::domain)).flatMap(found -> found).isPresent();
  }

  String adapterUrl() {
    return services.url(ClusterServices.ADAPTER);
  }

  public List<String> dead() {
    return services.dead();
  }

  public String logs() {
    return services.logs();
  }

  public String log(String service) {
    return services.log(service);
  }

  @Override
  public void close() {
    managers.forEach(ManagerClient::close);
    services.close();
    running.forEach(FioApplication::close);
  }
}
