package io.oasis.containers;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final List<String> MANAGERS = List.of("manager", "manager-2");
  private static final List<String> SERVICES = List.of("manager", "manager-2", "adapter", "agent");
  private static final int SIZE_MIB = 64;
  private static final double CAPACITY_IOPS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Janitor janitor;
  private final LabLun lun;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();
  private final String parent = "oasis-brokers-" + ProcessHandle.current().pid();
  private final Map<String, LabCgroup> cgroups = new LinkedHashMap<>();
  private final List<FioApplication> running = new ArrayList<>();
  private final DataDirectory data;
  private final Supervisor supervisor;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final List<ManagerClient> managers = new ArrayList<>();

  private ClusterSite(Janitor janitor) {
    this.janitor = janitor;
    this.lun = LabLun.create(janitor, "lun", SIZE_MIB, CAPACITY_IOPS);
    this.data = DataDirectory.open(janitor.directory().resolve("data"));
    this.supervisor = Supervisor.watching(data);
  }

  /**
   * At a broker that lets in anybody.
   *
   * @param replicas of what the managers keep
   */
  static ClusterSite start(Janitor janitor, String bootstrap, int replicas) {
    return start(janitor, new BrokerAccess(bootstrap, replicas, LEASE, Map.of()));
  }

  /** Topics, then the services, then load; returns when limits are in force. */
  public static ClusterSite start(Janitor janitor, BrokerAccess access) {
    ClusterSite site = new ClusterSite(janitor);
    try {
      if (Oasis.commandLine().execute(access.init()) != 0) {
        throw new IllegalStateException("topics cannot be made");
      }
      site.services(access);
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

  private void services(BrokerAccess access) {
    for (String name : SERVICES) {
      int port = Ports.free();
      ports.put(name, port);
      String kind = name.startsWith("manager") ? "manager" : name;
      List<String> arguments = access.options(kind);
      if (name.startsWith("manager")) {
        arguments.addAll(List.of("--http-port", "" + port, "--token-dir", "" + tokens()));
        // As docs/security.md has it for a cluster.
        arguments.addAll(List.of("--replication", "" + access.replicas()));
        arguments.addAll(List.of("--standby-replicas", "1"));
      } else {
        arguments.addAll(List.of("--host", Services.hostName(), "--metrics-port", "" + port));
      }
      if (!name.equals("agent")) {
        arguments.addAll(List.of("--state-dir", "" + data.root().resolve(name)));
        arguments.addAll(List.of("--lease-ms", "" + access.lease().toMillis()));
      }
      if (name.equals("adapter")) {
        arguments.addAll(List.of("--share-host", "true", "--trust", "anybody"));
      }
      janitor.service(supervisor.start(new JvmService(name, kind, List.of(), arguments, Map.of())));
    }
    MANAGERS.forEach(name -> managers.add(client(name)));
  }

  private Path tokens() {
    return data.root().resolve("access");
  }

  private ManagerClient client(String name) {
    Path file = tokens().resolve("admin.token");
    return new ManagerClient(
        url(name), () -> Files.exists(file) ? Optional.of(Secrets.read(file)) : Optional.empty());
  }

  private String url(String name) {
    return "http://127.0.0.1:" + Optional.ofNullable(ports.get(name)).orElseThrow();
  }

  private void enforce() {
    await("the device and its applications are known", this::isKnown);
    await("an operator is heard", () -> managers.stream().anyMatch(this::limits));
    await("limits are in force", () -> cgroups.keySet().stream().noneMatch(this::isFree));
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

  /** The last decision that any manager shows. */
  Optional<String> decided(String domain) {
    return managers.stream()
        .flatMap(manager -> asked(() -> manager.domain(domain)).stream())
        .flatMap(Optional::stream)
        .map(view -> view.path("at").asString(""))
        .max(java.util.Comparator.naturalOrder());
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
        supervisor.kill(MANAGERS.get(i));
        return;
      }
    }
    throw new IllegalStateException("nobody decides for " + domain);
  }

  String adapterUrl() {
    return url("adapter");
  }

  public List<String> dead() {
    return ports.keySet().stream().filter(name -> !supervisor.alive(name)).toList();
  }

  /** The last lines of each service. */
  public String logs() {
    StringBuilder logs = new StringBuilder();
    for (String name : ports.keySet()) {
      try {
        String all = Files.readString(data.log(name));
        logs.append(name).append(":\n").append(all.substring(Math.max(0, all.length() - 3_000)));
      } catch (java.io.IOException e) {
        logs.append(e);
      }
    }
    return logs.toString();
  }

  public String log(String service) {
    try {
      return Files.readString(data.log(service));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    managers.forEach(ManagerClient::close);
    supervisor.close();
    data.close();
    running.forEach(FioApplication::close);
  }
}
