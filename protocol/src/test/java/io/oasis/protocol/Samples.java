package io.oasis.protocol;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One message of each schema, with every optional field present and with none. */
public final class Samples {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00.250Z");
  static final HostId HOST = new HostId("db1");
  private static final LunId LUN = new LunId("wwid:naa.5000c500a1b2c3d4");
  private static final DomainId DOMAIN = new DomainId("disk:wwid:naa.5000c500a1b2c3d4");
  private static final QueueId QUEUE = new QueueId(new ApplicationId("db1:pg.service"), LUN);
  private static final AdapterId ADAPTER = new AdapterId("db1:cgroup-v1");
  private static final SessionId SESSION = new SessionId("c0ffee");
  private static final Version VERSION = new Version(3, 41);
  private static final Software SOFTWARE =
      new Software("0.1.0", Map.of("oasis.lease-renewal", 1, "oasis.setting-batch", 1));
  private static final LunInterval INTERVAL = new LunInterval(DOMAIN, LUN, HOST, 7, AT, 1_000);
  private static final CacheRef CACHE = new CacheRef(DOMAIN, ADAPTER, SESSION, "brick");
  private static final Flow READS = new Flow(101, 100, 409_600, 1_250.5);
  private static final Flow WRITES = new Flow(10, 10, 81_920, 800);

  private static final Optional<Authority> AUTHORITY =
      Optional.of(new Authority(Mode.ENFORCE, Optional.of("oasis-manager")));

  private Samples() {}

  /** Every optional field is there. */
  public static Map<Schema, Message> full() {
    Map<Schema, Message> all = new EnumMap<>(Schema.class);
    for (Message message :
        List.of(
            batch(Optional.of(Bandwidth.of(200, 819_200))),
            lunReport(),
            usageBatch(),
            grantBatch(Optional.of(RateBound.ofIops(250))),
            settingBatch(Optional.of(RateBound.ofIops(250))),
            new LeaseRenewal(DOMAIN, VERSION, ADAPTER, SESSION, AT, 15_000, AUTHORITY),
            outcomeBatch(Optional.of(RateBound.ofBytesPerSecond(1_048_576))),
            adapterStatus(Optional.of(AdapterStatus.Placement.BELOW_COUNTERS)),
            findings(Optional.of(250L)),
            decision(Optional.of(2.5)),
            inventory(),
            guardRails(),
            railsChange(),
            cacheReport(Optional.of(100.0)),
            new CacheSetting(
                CACHE,
                VERSION,
                AT,
                List.of(new CacheSetting.Size(QUEUE, 71.25e6)),
                15_000,
                Optional.of(
                    new CacheSetting.Slices(280, 8e6, List.of(new CacheSetting.Slice(QUEUE, 140)))),
                AUTHORITY),
            cacheDecision(Optional.of(0.0)),
            deadLetter(),
            journalStart(Optional.of(812.5)),
            journal())) {
      all.put(Schema.of(message), message);
    }
    return all;
  }

  /** No optional field is there. */
  static List<Message> sparse() {
    return List.of(
        batch(Optional.empty()),
        grantBatch(Optional.empty()),
        settingBatch(Optional.empty()),
        outcomeBatch(Optional.empty()),
        adapterStatus(Optional.empty()),
        findings(Optional.empty()),
        decision(Optional.empty()),
        cacheReport(Optional.empty()),
        cacheDecision(Optional.empty()),
        GuardRails.initial(DOMAIN, Mode.SHADOW, "proportional-fair"),
        new HostInventory(HOST, AT, List.of(), List.of(), Optional.empty()),
        journalStart(Optional.empty()));
  }

  private static RequestBatch batch(Optional<Bandwidth> bandwidth) {
    return new RequestBatch(INTERVAL, List.of(request(bandwidth), request(Optional.empty())));
  }

  private static Request request(Optional<Bandwidth> bandwidth) {
    return new Request(
        QUEUE.application(),
        new QueueSample(
            READS,
            WRITES,
            0.135,
            bandwidth.map(_ -> 32.0),
            bandwidth.map(_ -> 8.0),
            QueueSample.LatencySource.LUN),
        new Demand(Demand.Quality.CENSORED, Bandwidth.of(110, 491_520), bandwidth, "at its cap"),
        bandwidth,
        bandwidth.map(some -> new LatencyShift(2_500, 1_700)));
  }

  private static CacheReport cacheReport(Optional<Double> some) {
    return new CacheReport(
        CACHE,
        AT,
        1_000,
        150e6,
        List.of(
            new CacheReport.Partition(
                QUEUE,
                new CacheReport.Space(80e6, 70e6, some),
                new CacheReport.Hits(15, 0.7, some, some),
                some.map(micros -> List.of(new CacheReport.Point(100e6, 1))).orElse(List.of()),
                some.map(
                    micros ->
                        new CacheReport.Service(
                            0.25, 3.5, List.of(new CacheReport.AtDepth(1, micros)))))),
        some.map(
            micros ->
                new CacheReport.Time(
                    "argon",
                    280,
                    8e6,
                    Optional.of(new CacheReport.Disk(8_200, 17_000, 8_333, 65e6)),
                    1,
                    List.of(new CacheSetting.Slice(QUEUE, 140)))));
  }

  private static CacheDecision cacheDecision(Optional<Double> some) {
    return new CacheDecision(
        new DecisionHeader(DOMAIN, VERSION, AT, Mode.ENFORCE, "oasis"),
        "brick",
        150e6,
        some,
        List.of(
            new CacheDecision.PartitionDecision(
                QUEUE, 1, 70e6, some, 71.25e6, 71.25e6, 0.7125, "asked for lower latency")));
  }

  private static LunReport lunReport() {
    return new LunReport(INTERVAL, READS, WRITES, 0.135, 0.5, 1_100, LunReport.Pressure.RELAXED, 3);
  }

  private static UsageBatch usageBatch() {
    return new UsageBatch(
        DOMAIN,
        LUN,
        ADAPTER,
        AT,
        1_000,
        List.of(
            new Usage(QUEUE.application(), READS, WRITES),
            new Usage(new ApplicationId("db1:backup.service"), READS, Flow.NONE)));
  }

  private static GrantBatch grantBatch(Optional<RateBound> bound) {
    return new GrantBatch(
        DOMAIN,
        AT,
        List.of(grant(bound), grant(Optional.empty())),
        Optional.of(250L),
        bound.map(_ -> List.of(new SpaceGrant(LUN, HOST, "/srv", 4_096, 1_024, "a part"))));
  }

  private static Grant grant(Optional<RateBound> bound) {
    return new Grant(QUEUE, VERSION, bound, true, "fair share");
  }

  private static SettingBatch settingBatch(Optional<RateBound> limit) {
    return new SettingBatch(
        DOMAIN,
        ADAPTER,
        SESSION,
        AT,
        15_000,
        List.of(setting(limit), setting(Optional.empty())),
        limit.flatMap(_ -> AUTHORITY));
  }

  private static Setting setting(Optional<RateBound> limit) {
    return new Setting(
        QUEUE,
        VERSION,
        limit,
        0.9,
        limit.map(_ -> RateBound.ofIops(100)),
        limit.map(_ -> 2.0),
        limit.map(_ -> RateBound.ofIops(400)));
  }

  private static OutcomeBatch outcomeBatch(Optional<RateBound> applied) {
    return new OutcomeBatch(
        DOMAIN, ADAPTER, SESSION, AT, List.of(outcome(applied), outcome(Optional.empty())));
  }

  private static Outcome outcome(Optional<RateBound> applied) {
    return new Outcome(QUEUE, VERSION, Outcome.State.VERIFIED, applied, "");
  }

  private static AdapterStatus adapterStatus(Optional<AdapterStatus.Placement> placement) {
    Grain grain = new Grain(1_000, 1 << 20, 1_000, 1 << 20, true, new Grain.Change(50, 0.1, true));
    AdapterStatus.Target target =
        new AdapterStatus.Target("bfq", 2, placement, placement.map(_ -> grain));
    return new AdapterStatus(
        ADAPTER, SESSION, DOMAIN, AT, VERSION, 2, target, placement.map(_ -> SOFTWARE));
  }

  private static Findings findings(Optional<Long> some) {
    return new Findings(
        DOMAIN,
        ADAPTER,
        SESSION,
        AT,
        2,
        1,
        1,
        List.of(
            new Finding(
                some.map(_ -> QUEUE),
                new Finding.Where("cgroup-v1", "/sys/fs/cgroup/blkio/pg.service", "8:16", "wiops"),
                new Finding.Figures(some, some, some, some.map(_ -> 512.5)),
                Finding.Verdict.INERT,
                "more passes than it allows",
                "find what passes by the limit")));
  }

  private static Decision decision(Optional<Double> some) {
    return decision(some, Decision.Bound.FAIR_SHARE);
  }

  static Decision decisionBy(Decision.Bound bound) {
    return decision(Optional.of(2.5), bound);
  }

  private static Decision decision(Optional<Double> some, Decision.Bound bound) {
    return new Decision(
        new DecisionHeader(DOMAIN, VERSION, AT, Mode.ENFORCE, "proportional-fair"),
        "5f2a",
        new CapacityEstimate(
            900, some, 890, some, 65_536, true, CapacityEstimate.Source.KNEE, 1_000),
        new Decision.Certificate(905, some, -0.25),
        true,
        1,
        List.of(
            new Decision.QueueDecision(
                QUEUE,
                new Decision.Terms(1, 0, some),
                new Decision.Need(Demand.Quality.CENSORED, some, 110),
                new Decision.Step(some, 450, some, some.map(RateBound::ofIops)),
                new Decision.Why(
                    bound,
                    Decision.Bound.STEP,
                    "weight 1 at price 2.5",
                    some.map(
                        value ->
                            new Decision.Earned(AT, List.of(new Decision.Gain(QUEUE, 30, 470))))))),
        List.of("converged"));
  }

  private static HostInventory inventory() {
    return new HostInventory(
        HOST,
        AT,
        List.of(
            new HostInventory.Lun(
                LUN,
                "sda",
                "device/wwid",
                DOMAIN,
                "a device of its own",
                1_000_204_886_016L,
                Optional.of(space()))),
        List.of(QUEUE.application()),
        Optional.of(SOFTWARE));
  }

  private static List<SpaceRequest> space() {
    SpaceRequest.Fill fill =
        new SpaceRequest.Fill(983_349_346_304L, 924_348_385_280L, 9_834_541_056L, Optional.of(2e9));
    return List.of(
        new SpaceRequest("/var/lib/data", "ext4", Optional.of(fill), 10_737_418_240L, "fills"),
        new SpaceRequest("/srv", "xfs", Optional.empty(), 0, "cannot be read"));
  }

  private static RailsChange railsChange() {
    return new RailsChange(
        DOMAIN,
        guardRails().change(),
        List.of(
            new RailsChange.Difference("mode", Optional.of("SHADOW"), Optional.of("ENFORCE")),
            new RailsChange.Difference(
                "APPLICATION db1:pg.service limit.iops", Optional.empty(), Optional.of("500.0"))),
        2);
  }

  private static GuardRails guardRails() {
    return new GuardRails(
        DOMAIN,
        new GuardRails.Change(12, AT, Optional.of("a week of agreement"), Optional.of("alice")),
        Mode.ENFORCE,
        "proportional-fair",
        List.of(
            new GuardRails.GuardRail(
                GuardRails.Scope.QUEUE,
                QUEUE.toString(),
                Optional.of(2.0),
                Optional.of(RateBound.ofIops(100)),
                Optional.of(
                    new RateBound(
                        Optional.of(new Iops(500)), Optional.of(new BytesPerSecond(4_194_304)))),
                false)),
        List.of(new GuardRails.MovedLun(LUN, new DomainId("pool:a"))),
        Optional.of(new HarmRail(0.1, 0.5)));
  }

  private static JournalStart journalStart(Optional<Double> some) {
    return new JournalStart(
        DOMAIN,
        AT,
        1_000,
        15_000,
        Mode.SHADOW,
        "proportional-fair",
        some.map(
            center ->
                new JournalStart.Remembered(
                    VERSION,
                    guardRails(),
                    center,
                    12.25,
                    790,
                    Optional.of(List.of(new HostStanding("db1", 2.5, 7))))),
        List.of(new JournalStart.RememberedQueue(QUEUE, some, 4_096, 0.75)));
  }

  private static Journal journal() {
    return new Journal(
        DOMAIN,
        7,
        List.of(
            Journal.Entry.of(AT, true),
            Journal.Entry.of(AT, new Journal.Records(Topic.USAGE, 40, 47, 5)),
            Journal.Entry.of(AT, guardRails()),
            Journal.Entry.tick(AT.plusMillis(100))));
  }

  private static DeadLetter deadLetter() {
    return new DeadLetter(
        "oasis.requests",
        1,
        99,
        AT,
        "manager",
        DeadLetter.Kind.MALFORMED,
        "sequence = -1: must be zero or more",
        "e30=");
  }
}
