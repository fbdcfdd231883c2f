package io.oasis.manager.core;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One device, its applications, an agent and an adapter in virtual time, around a real controller:
 * a FIFO device of some IOPS, applications that keep so many requests outstanding or send at a
 * rate. Each step is one interval, of a second unless the manager wishes shorter ones and its agent
 * follows. Its LUNs are used in turn by the applications.
 */
final class ModelDomain {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "capacity");

  static final DomainId DOMAIN = new DomainId("disk:test");
  static final AdapterId ADAPTER = new AdapterId("h:cgroup-v1");
  static final AdapterStatus.Target TARGET =
      new AdapterStatus.Target("cgroup-v1", 1, Optional.empty());
  private static final double IDLE_LATENCY_SECONDS = 0.0005;

  /** One application: closed loop with a depth, or open loop with a rate when the depth is 0. */
  static final class App {
    final QueueId queue;
    int depth;
    double rate;
    double satisfied = Double.NaN;
    double cap = Double.POSITIVE_INFINITY;

    /** What its cap lets through in the present interval. */
    double inForce = Double.POSITIVE_INFINITY;

    private double oldCap = Double.POSITIVE_INFINITY;

    double got;
    boolean silent;

    /** Its last setting is in force, and nobody was told so. */
    private boolean isAwaited;

    /** The device answers it nothing, though it waits. */
    boolean starved;

    /** The last one of its. */
    Setting setting;

    App(String host, String name, LunId lun, int depth, double rate) {
      queue = new QueueId(new io.oasis.protocol.ApplicationId(host + ":/" + name), lun);
      this.depth = depth;
      this.rate = rate;
    }

    double waiting(double latency, boolean isHeldBelow) {
      boolean isAllOfIt = starved || isHeldBelow && depth > 0 && Double.isFinite(inForce);
      return isAllOfIt ? depth : got * latency;
    }

    double wants(double latency) {
      return depth > 0 ? depth / latency : rate;
    }
  }

  final Map<QueueId, App> apps = new LinkedHashMap<>();
  DomainController controller;
  final List<Decision> decisions = new ArrayList<>();
  double capacity;
  double bytes = 4096;
  double noise;

  /** Caps let through whole multiples of this only, as a throttle with coarse slices. */
  double grain;

  /** This part of an interval passes before a new cap is in force. */
  double lag;

  /** Caps let this part of them through. */
  double passing = 1;

  /** While limits bind, a full device shows no saturation. */
  boolean looksRelaxed;

  /** So much comes back of what is sent and counted. */
  double answered = 1;

  /** Caps act below what agents count: LUNs show what waits there, and kernels hold nothing. */
  boolean isHeldBelow;

  int luns = 1;

  /** Each LUN is another host's. */
  boolean hasHosts;

  /** The adapter says nothing of the settings that it takes. */
  boolean isMute;

  /** What the manager wishes an interval to be, in ms. */
  Optional<Long> wish = Optional.empty();

  /** Whether its agent knows of wishes. */
  boolean follows;

  /** Length of the present interval, in ms. */
  private long millis = 1_000;

  Instant now = Instant.ofEpochSecond(1_000_000);
  AdapterStatus.Target target = TARGET;
  SessionId session = new SessionId("s1");

  /** The highest version that the adapter has seen. */
  Version highest = Version.NONE;

  /** Hears everything that the controller is told. */
  Consumer<Input> ear = _ -> {};

  long sequence;
  int settings;
  Instant renewedAt = Instant.EPOCH;
  int rerouted;
  private final SplittableRandom random;
  private Optional<DomainHeader> header = Optional.empty();
  private final Map<QueueId, QueueMemory> memories = new LinkedHashMap<>();

  /** What was kept before the last interval. */
  private Optional<DomainHeader> headerBefore = Optional.empty();

  private Map<QueueId, QueueMemory> memoriesBefore = Map.of();

  ModelDomain(double capacity, long seed) {
    this(capacity, seed, new DomainController(DOMAIN, CONFIG, Optional.empty(), List.of()));
  }

  ModelDomain(double capacity, long seed, DomainController controller) {
    this.capacity = capacity;
    this.random = new SplittableRandom(seed);
    this.controller = controller;
  }

  /** A deep and a shallow closed loop, in this order, on 1,000 IOPS under ENFORCE. */
  static ModelDomain competing(long seed) {
    ModelDomain model = new ModelDomain(1_000, seed);
    model.closedLoop("deep", 32);
    model.closedLoop("shallow", 1);
    model.mode(Mode.ENFORCE, "capacity", 1);
    return model;
  }

  /** The application that was added first. */
  App first() {
    return apps.values().iterator().next();
  }

  App closedLoop(String name, int depth) {
    return add(new App(host(nextLun()).value(), name, nextLun(), depth, 0));
  }

  App openLoop(String name, double rate) {
    return add(new App(host(nextLun()).value(), name, nextLun(), 0, rate));
  }

  private LunId nextLun() {
    return new LunId("serial:test" + apps.size() % luns);
  }

  private HostId host(LunId lun) {
    return new HostId(hasHosts ? "h" + lun.value().substring("serial:test".length()) : "h");
  }

  private App add(App app) {
    apps.put(app.queue, app);
    return app;
  }

  void rails(GuardRails rails) {
    take(new Input.RailsChanged(rails));
  }

  void mode(Mode mode, String policy, long revision) {
    rails(new GuardRails(DOMAIN, revision, now, mode, policy, List.of(), List.of()));
  }

  void run(int intervals) {
    for (int i = 0; i < intervals; i++) {
      interval();
    }
  }

  /** Another controller goes on from what this one kept, and the adapter says what is in force. */
  void succeed() {
    controller = new DomainController(DOMAIN, CONFIG, header, memories.values());
    for (App app : apps.values()) {
      if (Double.isFinite(app.cap)) {
        Setting setting = app.setting;
        settled(app.queue, session, Outcome.State.VERIFIED, setting.version(), setting.limit(), "");
      }
    }
  }

  /**
   * The same, but what was kept in the last interval was not committed, though limits were sent.
   */
  void succeedAfterCrash() {
    header = headerBefore;
    memories.clear();
    memories.putAll(memoriesBefore);
    succeed();
  }

  /** The adapter speaks of a queue. */
  void settled(App app, SessionId from, Outcome.State told, Version version) {
    settled(app.queue, from, told, version, Optional.empty(), "");
  }

  void settled(
      QueueId queue,
      SessionId from,
      Outcome.State told,
      Version version,
      Optional<RateBound> applied,
      String cause) {
    Outcome outcome = new Outcome(queue, version, told, applied, cause);
    take(new Input.Settled(new OutcomeBatch(DOMAIN, ADAPTER, from, now, List.of(outcome))));
  }

  /** Time passes and no agent reports. */
  void silence(int seconds) {
    for (int i = 0; i < 10 * seconds; i++) {
      now = now.plusMillis(100);
      take(new Input.Tick());
    }
  }

  void interval() {
    headerBefore = header;
    memoriesBefore = new LinkedHashMap<>(memories);
    millis = follows ? wish.orElse(1_000L) : 1_000;
    now = now.plusMillis(millis);
    sequence++;
    apps.values().forEach(this::putInForce);
    double latency = latency();
    for (App app : apps.values()) {
      double jitter = 1 + noise * (random.nextDouble() * 2 - 1);
      app.got = app.starved ? 0 : Math.min(app.inForce, app.wants(latency)) * jitter;
    }
    boolean saturated = isSaturated(latency);
    int held = (int) apps.values().stream().filter(app -> Double.isFinite(app.cap)).count();
    take(
        new Input.AdapterBeat(
            new AdapterStatus(ADAPTER, session, DOMAIN, now, highest, held, target)));
    apps.values().forEach(this::answer);
    Map<LunId, List<Request>> requests = new LinkedHashMap<>();
    for (App app : apps.values()) {
      double counted = app.got / answered;
      Flow reads = new Flow(counted, counted, counted * bytes, latency * 1e6);
      Usage usage = new Usage(app.queue.application(), reads, Flow.NONE);
      take(
          new Input.Used(
              new UsageBatch(DOMAIN, app.queue.lun(), ADAPTER, now, millis, List.of(usage))));
      if (!app.silent) {
        requests
            .computeIfAbsent(app.queue.lun(), lun -> new ArrayList<>())
            .add(request(app, reads, latency, saturated));
      }
    }
    for (int i = 0; i < luns; i++) {
      LunId lun = new LunId("serial:test" + i);
      List<Request> of = requests.getOrDefault(lun, List.of());
      RequestBatch.of(interval(lun), of).forEach(batch -> take(new Input.Requested(batch)));
      report(
          lun, apps.values().stream().filter(app -> app.queue.lun().equals(lun)).toList(), latency);
    }
  }

  private void answer(App app) {
    if (app.isAwaited && !isMute && app.setting.limit().isPresent()) {
      app.isAwaited = false;
      Setting setting = app.setting;
      settled(app.queue, session, Outcome.State.VERIFIED, setting.version(), setting.limit(), "");
    }
  }

  private LunInterval interval(LunId lun) {
    return new LunInterval(DOMAIN, lun, host(lun), sequence, now, millis);
  }

  private void report(LunId lun, List<App> users, double latency) {
    double total = users.stream().mapToDouble(app -> app.got).sum();
    boolean saturated = isSaturated(latency);
    take(
        new Input.LunReported(
            new LunReport(
                interval(lun),
                new Flow(total / answered, total, total * bytes, latency * 1e6),
                Flow.NONE,
                users.stream().mapToDouble(app -> app.waiting(latency, isHeldBelow)).sum(),
                saturated ? 1 : Math.min(1, total / capacity),
                IDLE_LATENCY_SECONDS * 1e6,
                saturated ? LunReport.Pressure.SATURATED : LunReport.Pressure.RELAXED,
                users.size())));
  }

  private boolean isSaturated(double latency) {
    boolean held = apps.values().stream().anyMatch(app -> Double.isFinite(app.inForce));
    return latency > IDLE_LATENCY_SECONDS * 1.0001 && !(looksRelaxed && held);
  }

  /** The latency at which the device carries what it can, or the idle latency when it keeps up. */
  private double latency() {
    if (load(IDLE_LATENCY_SECONDS) <= capacity) {
      return IDLE_LATENCY_SECONDS;
    }
    double low = IDLE_LATENCY_SECONDS;
    double high = 1_000;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (load(middle) > capacity) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double load(double latency) {
    return apps.values().stream().mapToDouble(a -> Math.min(a.inForce, a.wants(latency))).sum();
  }

  /** A new cap replaces the old one after a while; both let through whole grains. */
  private void putInForce(App app) {
    double old = Double.isInfinite(app.oldCap) ? app.cap : app.oldCap;
    double held = Double.isInfinite(app.cap) ? app.cap : app.cap + lag * (old - app.cap);
    double cap = passing * held;
    boolean isCoarse = grain > 0 && Double.isFinite(cap);
    app.inForce = isCoarse ? Math.max(grain, Math.floor(cap / grain) * grain) : cap;
    app.oldCap = app.cap;
  }

  private Request request(App app, Flow reads, double latency, boolean saturated) {
    boolean atCap = app.got >= 0.95 * app.inForce;
    boolean starved =
        saturated
            && app.got > 0
            && !(app.got >= 0.9 * app.satisfied && app.got <= 1.1 * app.satisfied);
    boolean censored = atCap || starved || app.starved;
    if (!censored && !saturated) {
      app.satisfied = app.got;
    }
    double rate = censored || Double.isNaN(app.satisfied) ? app.got : app.satisfied;
    Bandwidth demand = Bandwidth.of(app.got == 0 ? 0 : rate, app.got == 0 ? 0 : rate * bytes);
    return new Request(
        app.queue.application(),
        new QueueSample(
            reads,
            Flow.NONE,
            isHeldBelow ? app.waiting(latency, true) : app.got * latency,
            isHeldBelow && Double.isFinite(app.cap) ? Optional.of(0.0) : Optional.empty(),
            QueueSample.LatencySource.LUN),
        new Demand(
            censored ? Demand.Quality.CENSORED : Demand.Quality.OBSERVED,
            demand,
            Optional.empty(),
            censored ? "held back" : "satisfied"),
        Optional.of(demand),
        Optional.empty());
  }

  void take(Input input) {
    ear.accept(input);
    for (Effect effect : controller.on(input, now)) {
      rerouted += effect instanceof Effect.Reroute ? 1 : 0;
      keep(effect);
      if (effect instanceof Effect.Publish(Message message)) {
        switch (message) {
          case SettingBatch batch when batch.session().equals(session) -> {
            Setting setting = batch.settings().getFirst();
            settings++;
            apps.get(setting.queue()).setting = setting;
            apps.get(setting.queue()).isAwaited = true;
            highest = setting.version();
            apps.get(setting.queue()).cap =
                setting.limit().map(this::iops).orElse(Double.POSITIVE_INFINITY);
          }
          case GrantBatch grants -> wish = grants.intervalMillis();
          case LeaseRenewal renewal -> renewedAt = renewal.at();
          case Decision decision -> decisions.add(decision);
          default -> {}
        }
      }
    }
  }

  private void keep(Effect effect) {
    switch (effect) {
      case Effect.SaveHeader saved -> header = Optional.of(saved.header());
      case Effect.SaveQueue saved -> memories.put(saved.memory().queue(), saved.memory());
      case Effect.ForgetQueue forgotten -> memories.remove(forgotten.queue());
      case Effect.Publish _, Effect.Reroute _ -> {}
    }
  }

  DomainView view() {
    return controller.view(now);
  }

  /** What a limit lets through. */
  double iops(RateBound limit) {
    return limit
        .iops()
        .map(Iops::perSecond)
        .orElseGet(() -> limit.bytesPerSecond().orElseThrow().perSecond() / bytes);
  }

  double total() {
    return apps.values().stream().mapToDouble(app -> app.got).sum();
  }
}
