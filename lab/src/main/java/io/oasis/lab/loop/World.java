package io.oasis.lab.loop;

import io.oasis.brick.device.BlockCache;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.host.Worker;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.OfDomain;
import io.oasis.protocol.SettingBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: hosts, applications, a domain and, when it is managed, the loop around them. */
public final class World {
  public static final DomainId DOMAIN = new DomainId("disk:lab");
  public static final Duration LEASE = Duration.ofSeconds(15);

  private record Node(LabHost host, AgentNode agent, AdapterNode adapter) {}

  private final long seed;
  private final Timeline time = new Timeline();
  private final Network network;
  private final Audit audit = new Audit(time, LEASE.toNanos());
  private final List<LabHost> hosts = new ArrayList<>();
  private final Map<String, Worker> workers = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<AdapterNode> adapters = new ArrayList<>();
  private final List<Consumer<Message>> witnesses = new ArrayList<>();
  private final WallClock managerClock = new WallClock(time);
  private final List<WallClock> hostClocks = new ArrayList<>();
  private final Fingerprint fingerprint = new Fingerprint();
  private final Map<DomainId, ManagerNode> managers = new LinkedHashMap<>();
  private @Nullable CacheNode cacheNode;
  private boolean hasEndPoints;
  private long railRevision;
  private long settings;

  public World(long seed) {
    this.seed = seed;
    this.network = new Network(time, seed);
  }

  public Timeline time() {
    return time;
  }

  public Network network() {
    return network;
  }

  public Audit audit() {
    return audit;
  }

  public LabHost host(String name, LabHost.Enforcement enforcement) {
    return host(name, enforcement, LabHost.Counting.PASSED_IN_V1);
  }

  public LabHost host(String name, LabHost.Enforcement enforcement, LabHost.Counting counting) {
    LabHost host = new LabHost(time, name, enforcement, counting);
    hosts.add(host);
    return host;
  }

  public Lun lun(LabHost host, String name, Backend backend, long firstByte) {
    return host.lun(name, DOMAIN, backend, firstByte);
  }

  /** Starts an application that was made elsewhere. */
  public LabHost.Place run(LabHost host, Lun lun, Worker worker, double atSeconds) {
    workers.put(worker.name(), worker);
    return host.run(worker, lun, atSeconds);
  }

  /** Starts an application on a LUN. */
  public LabHost.Place run(LabHost host, Lun lun, String name, double atSeconds, Stage... stages) {
    return run(host, lun, new Worker(name, time, seed, List.of(stages)), atSeconds);
  }

  /** Sees all that the manager says. */
  public void witness(Consumer<Message> witness) {
    witnesses.add(witness);
  }

  /** Every application tells its agent what it made and what came back, as the paper's do. */
  public void addEndPoints() {
    hasEndPoints = true;
  }

  /** Puts the loop round all hosts; the manager starts with these memories. */
  public void manage(String policy, double periodSeconds, List<QueueMemory> memories) {
    manage(policy, periodSeconds, memories, List.of(DOMAIN));
  }

  /** The same for several domains; each has a manager that starts with its own memories. */
  public void manage(
      String policy, double periodSeconds, List<QueueMemory> memories, List<DomainId> domains) {
    audit.told(GuardRails.initial(DOMAIN, Mode.ENFORCE, policy));
    long period = (long) (periodSeconds * Timeline.SECOND);
    Chance chance = new Chance(seed, "phases");
    for (LabHost host : hosts) {
      WallClock clock = new WallClock(time);
      hostClocks.add(clock);
      AgentNode agent =
          new AgentNode(
              time,
              host,
              clock,
              chance.below(period),
              period,
              hasEndPoints,
              message -> send(Network.Way.AGENT_TO_MANAGER, message, this::toManager));
      AdapterNode adapter =
          new AdapterNode(
              time,
              host,
              clock,
              LEASE,
              chance.below(Timeline.SECOND),
              Timeline.SECOND,
              seed,
              message -> send(Network.Way.ADAPTER_TO_MANAGER, message, this::toManager));
      nodes.add(new Node(host, agent, adapter));
      adapters.add(adapter);
    }
    ControllerConfig config =
        new ControllerConfig(Duration.ofNanos(period), LEASE, Mode.ENFORCE, policy);
    for (DomainId domain : domains) {
      managers.put(
          domain, new ManagerNode(time, domain, config, memories, managerClock, this::fromManager));
    }
  }

  private void send(Network.Way way, Message message, Consumer<Message> receiver) {
    network.send(
        way,
        message,
        arrived -> {
          receiver.accept(arrived);
          audit.check(adapters);
        });
  }

  private void toManager(Message message) {
    ManagerNode manager = message instanceof OfDomain told ? managers.get(told.domain()) : null;
    if (manager != null) {
      manager.take(message);
    }
  }

  private void fromManager(Message message) {
    fingerprint.add(time.now(), message);
    witnesses.forEach(witness -> witness.accept(message));
    switch (message) {
      case SettingBatch batch -> {
        settings += batch.settings().size();
        batch.settings().forEach(audit::told);
        toAdapters(message);
      }
      case LeaseRenewal renewal -> toAdapters(message);
      case Decision decision -> audit.told(decision);
      case CacheSetting setting -> toCache(setting);
      case CacheDecision decision -> {}
      default ->
          nodes.forEach(node -> send(Network.Way.MANAGER_TO_AGENT, message, node.agent()::take));
    }
  }

  private void toCache(CacheSetting setting) {
    CacheNode node = cacheNode;
    if (node != null) {
      send(Network.Way.MANAGER_TO_ADAPTER, setting, arrived -> node.take(setting));
    }
  }

  /** Puts an adapter at a partitioned cache; each new partition asks for the initial size. */
  public CacheNode cache(BlockCache cache, double totalBytes, double initialBytes) {
    cacheNode =
        new CacheNode(
            time,
            new WallClock(time),
            cache,
            totalBytes,
            initialBytes,
            message -> send(Network.Way.ADAPTER_TO_MANAGER, message, this::toManager));
    return cacheNode;
  }

  /** Where a cache is divided nothing else is (OASIS, section 4.3): limits are not passed on. */
  private void toAdapters(Message message) {
    if (cacheNode != null) {
      return;
    }
    for (Node node : nodes) {
      if (isFor(node.adapter(), message)) {
        send(Network.Way.MANAGER_TO_ADAPTER, message, node.adapter()::take);
      }
    }
  }

  private static boolean isFor(AdapterNode adapter, Message message) {
    return switch (message) {
      case SettingBatch batch -> batch.adapter().equals(adapter.id());
      case LeaseRenewal renewal -> renewal.adapter().equals(adapter.id());
      default -> false;
    };
  }

  public AdapterNode adapter() {
    return nodes.getFirst().adapter();
  }

  public AgentNode agent() {
    return nodes.getFirst().agent();
  }

  /** The manager, of the first domain where there are several. */
  public Optional<ManagerNode> manager() {
    return managers.values().stream().findFirst();
  }

  /** Sets the calendar of the manager, or of every host. */
  public void stepManagerClock(double seconds) {
    managerClock.step(seconds);
  }

  public void stepHostClocks(double seconds) {
    hostClocks.forEach(clock -> clock.step(seconds));
  }

  /** Sets the calendar of one host of a managed world. */
  public void stepClock(LabHost host, double seconds) {
    hostClocks.get(hosts.indexOf(host)).step(seconds);
  }

  /** The operator's word. */
  public void rails(Mode mode, String policy, List<GuardRail> rails) {
    railRevision++;
    managers.forEach(
        (domain, manager) -> {
          GuardRails given =
              new GuardRails(
                  domain, railRevision, managerClock.now(), mode, policy, rails, List.of());
          audit.told(given);
          manager.take(given);
        });
  }

  /** Settings sent so far. */
  public long settings() {
    return settings;
  }

  public void runUntil(double seconds) {
    time.runUntil((long) (seconds * Timeline.SECOND));
  }

  /** A fingerprint of all the manager said, and of this text. */
  public String sha256(String text) {
    return fingerprint.sha256(text);
  }
}
