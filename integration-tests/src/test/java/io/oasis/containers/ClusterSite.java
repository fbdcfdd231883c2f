package io.oasis.containers;

import static io.oasis.containers.Contenders.asked;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Janitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Two managers, an adapter and an agent as processes of this host, whose broker is a cluster; and
 * applications that an operator has limited by them.
 */
public final class ClusterSite implements AutoCloseable {
  /** As docs/guide/deploy.md has it for a cluster: to lose a broker takes half of it. */
  static final Duration LEASE = Duration.ofSeconds(30);

  /** Of each topic, as {@code oasis kafka init} makes them. */
  static final int PARTITIONS = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Contenders contenders;
  private final ClusterServices services;
  private final List<ManagerClient> managers = new ArrayList<>();

  private ClusterSite(Janitor janitor) {
    this.contenders = new Contenders(janitor, Services.hostName());
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
      site.contenders.begin();
      site.awaitManagers();
      site.contenders.limitBy(site.managers);
      return site;
    } catch (RuntimeException e) {
      System.err.println(site.logs());
      site.close();
      throw e;
    }
  }

  /** Each answers for the domain, so that none comes late and takes it over in the midst. */
  private void awaitManagers() {
    if (!Wait.until(PATIENCE, () -> managers.stream().allMatch(this::isShownBy))) {
      throw new IllegalStateException("not within " + PATIENCE + ": all managers know the domain");
    }
  }

  /** Once a manager knows it. */
  public Optional<String> domain() {
    return contenders.domain(managers);
  }

  /** Whether the kernel has a limit for both applications. */
  public boolean isLimited() {
    return contenders.isLimited();
  }

  /** Whether it has one for neither. */
  public boolean isFree() {
    return contenders.isFree();
  }

  /** Whether the kernel has no limit any more once an operator has it so. */
  boolean letsGo() {
    return contenders.letGoBy(managers);
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
    AtomicReference<Optional<String>> found = new AtomicReference<>(Optional.empty());
    if (!Wait.until(PATIENCE, () -> found.updateAndGet(_ -> whoDecides(domain)).isPresent())) {
      throw new IllegalStateException("nobody decides for " + domain);
    }
    services.kill(found.get().orElseThrow());
  }

  private Optional<String> whoDecides(String domain) {
    for (int i = 0; i < managers.size(); i++) {
      ManagerClient manager = managers.get(i);
      if (asked(() -> manager.ownDomain(domain)).flatMap(found -> found).isPresent()) {
        return Optional.of(ClusterServices.MANAGERS.get(i));
      }
    }
    return Optional.empty();
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
    contenders.close();
  }
}
