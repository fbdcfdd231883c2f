package io.oasis.manager.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows how a domain's controller plans a brick's device by itself, and what it sends when. */
class InsulationTest {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");

  private static final DomainId DOMAIN = new DomainId("brick:host:/control/main");
  private static final QueueId STREAM = QueueId.parse("host:stream|brick:host:/control/v");
  private static final QueueId OLTP = QueueId.parse("host:oltp|brick:host:/control/v");
  private static final double CACHE = 128e6;

  private final DomainController controller =
      new DomainController(DOMAIN, CONFIG, Optional.empty(), List.of());
  private final List<CacheSetting> settings = new ArrayList<>();
  private final List<CacheDecision> decisions = new ArrayList<>();
  private Instant now = Instant.ofEpochSecond(1_000_000);
  private long revision;
  private double round = 280;
  private double access = 1e6;
  private double streamBytes = 64e6;
  private double oltpBytes = 64e6;
  private String discipline = "argon";
  private int uncached;
  private CacheReport.Disk disk = new CacheReport.Disk(8_200, 17_000, 8_333, 65e6);
  private boolean measured = true;
  private List<CacheSetting.Slice> slices = List.of();

  private void mode(Mode mode, String policy) {
    revision++;
    take(
        controller.on(
            new Input.RailsChanged(
                new GuardRails(DOMAIN, revision, now, mode, policy, List.of(), List.of())),
            now));
  }

  private void take(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Publish(CacheSetting setting)) {
        settings.add(setting);
      }
      if (effect instanceof Effect.Publish(CacheDecision decision)) {
        decisions.add(decision);
      }
    }
  }

  private void run(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now = now.plusSeconds(1);
      take(controller.on(new Input.CacheReported(report()), now));
    }
  }

  private CacheReport report() {
    return new CacheReport(
        new CacheRef(DOMAIN, new AdapterId("host/brick"), new SessionId("s"), "main"),
        now,
        1_000,
        CACHE,
        List.of(
            part(STREAM, streamBytes, new CacheReport.Service(0.99, 30, List.of())),
            part(
                OLTP,
                oltpBytes,
                new CacheReport.Service(
                    0,
                    3.9,
                    List.of(
                        new CacheReport.AtDepth(1, 12_000),
                        new CacheReport.AtDepth(2, 12_100),
                        new CacheReport.AtDepth(4, 9_000))))),
        Optional.of(
            new CacheReport.Time(discipline, round, access, Optional.of(disk), uncached, slices)));
  }

  private CacheReport.Partition part(QueueId queue, double bytes, CacheReport.Service service) {
    return new CacheReport.Partition(
        queue,
        new CacheReport.Space(bytes, bytes, Optional.empty()),
        new CacheReport.Hits(100, 0, Optional.empty(), Optional.empty()),
        List.of(),
        measured ? Optional.of(service) : Optional.empty());
  }

  /** The brick does what it is told. */
  private void obey(CacheSetting setting) {
    CacheSetting.Slices told = setting.slices().orElseThrow();
    round = told.roundMillis();
    access = StrictMath.floor(told.accessBytes());
    streamBytes = setting.sizes().get(0).bytes();
    oltpBytes = setting.sizes().get(1).bytes();
    slices = told.slices();
  }

  private InsulationView view() {
    return controller.view(now).decided().insulation().getFirst();
  }

  /** Queues of one application are one workload; nothing says that it has one only. */
  @Test
  void anApplicationMayHaveTwoQueuesOfACache() {
    mode(Mode.SHADOW, "insulation");
    CacheReport once = report();
    List<CacheReport.Partition> parts = new ArrayList<>(once.partitions());
    CacheReport.Partition more = parts.getLast();
    parts.add(
        new CacheReport.Partition(
            new QueueId(more.queue().application(), new LunId("brick:host:/control/w")),
            more.space(),
            more.hits(),
            more.curve(),
            more.service()));
    for (int i = 0; i < 30; i++) {
      now = now.plusSeconds(1);
      take(
          controller.on(
              new Input.CacheReported(
                  new CacheReport(once.cache(), now, 1_000, CACHE, parts, once.time())),
              now));
    }
    assertThat(decisions).isNotEmpty();
  }

  @Test
  void inShadowAPlanIsMadeAndShownAndNothingIsSent() {
    mode(Mode.SHADOW, Rails.INSULATION);
    run(60);
    assertThat(settings).isEmpty();
    assertThat(decisions).hasSize(1);
    assertThat(decisions.getFirst().header().policy()).isEqualTo("insulation");
    assertThat(decisions.getFirst().partitions().get(1).reason())
        .startsWith("SUPPORTED, slices of ")
        .contains("host:oltp needs");
    assertThat(view().plan().orElseThrow().workloads())
        .extracting(Place::status)
        .containsExactly(Status.SUPPORTED, Status.SUPPORTED);
    assertThat(view().changes().getFirst().reasons())
        .contains("host:stream was measured on trial", "host:oltp was measured on trial");
    assertThat(view().inForce()).isFalse();
  }

  @Test
  void enforcedItIsSentOnceAndKeptWhileItIsInForce() {
    mode(Mode.ENFORCE, Rails.INSULATION);
    run(9);
    assertThat(settings).as("on trial").isEmpty();
    run(3);
    assertThat(settings).hasSize(1);
    CacheSetting.Slices slices = settings.getFirst().slices().orElseThrow();
    assertThat(slices.accessBytes()).isCloseTo(7.2e6, within(0.1e6));
    assertThat(slices.slices().stream().mapToDouble(CacheSetting.Slice::millis).sum())
        .isCloseTo(slices.roundMillis(), within(1e-6));
    obey(settings.getFirst());
    run(100);
    assertThat(settings).hasSize(1);
    assertThat(view().inForce()).isTrue();
    this.slices = List.of(new CacheSetting.Slice(STREAM, 100), new CacheSetting.Slice(OLTP, 359));
    run(1);
    assertThat(settings).as("somebody changed the shares").hasSize(2);
  }

  @Test
  void whatIsNotInForceIsSentAgainButNotWithEveryReport() {
    mode(Mode.ENFORCE, Rails.INSULATION);
    run(31);
    assertThat(settings).hasSizeBetween(4, 6);
  }

  @Test
  void demotionAndAnotherPolicyLetGoAtOnce() {
    mode(Mode.ENFORCE, Rails.INSULATION);
    run(12);
    mode(Mode.SHADOW, Rails.INSULATION);
    assertThat(settings).hasSize(2);
    assertThat(settings.getLast().sizes()).isEmpty();
    assertThat(settings.getLast().version().isAfter(settings.getFirst().version())).isTrue();
    mode(Mode.ENFORCE, Rails.INSULATION);
    run(2);
    assertThat(settings).as("the plan is known already").hasSize(3);
    mode(Mode.ENFORCE, "proportional-fair");
    assertThat(settings).hasSize(4);
    assertThat(settings.getLast().sizes()).isEmpty();
    assertThat(controller.view(now).decided().insulation()).isEmpty();
  }

  @Test
  void whatIsMissingIsSaid() {
    mode(Mode.ENFORCE, Rails.INSULATION);
    discipline = "none";
    run(20);
    assertThat(view().obstacle()).isEqualTo("the discipline is none: it must be argon");
    discipline = "argon";
    access = 0;
    run(20);
    assertThat(view().obstacle()).startsWith("access-bytes is 0");
    access = 1e6;
    uncached = 2;
    run(20);
    assertThat(view().obstacle()).startsWith("2 exports have no partition");
    uncached = 0;
    disk = new CacheReport.Disk(0, 0, 0, 5e9);
    run(20);
    assertThat(view().obstacle()).startsWith("the disk needs no time");
    assertThat(settings).isEmpty();
    disk = new CacheReport.Disk(8_200, 17_000, 8_333, 65e6);
    run(20);
    assertThat(view().obstacle()).isEmpty();
    assertThat(settings).isNotEmpty();
  }

  @Test
  void whoHasNotBeenMeasuredIsOnTrialAndWhoFallsSilentIsNot() {
    mode(Mode.SHADOW, Rails.INSULATION);
    measured = false;
    run(20);
    assertThat(view().plan().orElseThrow().workloads())
        .extracting(Place::status)
        .containsOnly(Status.ON_TRIAL);
    measured = true;
    run(60);
    measured = false;
    run(100);
    assertThat(view().plan().orElseThrow().workloads())
        .extracting(Place::status)
        .containsOnly(Status.SUPPORTED);
  }

  @Test
  void theSameReportsGiveTheSamePlans() {
    List<CacheSetting> first = new ArrayList<>();
    for (int i : IntStream.range(0, 2).toArray()) {
      InsulationTest another = new InsulationTest();
      another.mode(Mode.ENFORCE, Rails.INSULATION);
      another.run(40);
      if (i == 0) {
        first.addAll(another.settings);
      } else {
        assertThat(another.settings).isEqualTo(first);
      }
    }
  }
}
