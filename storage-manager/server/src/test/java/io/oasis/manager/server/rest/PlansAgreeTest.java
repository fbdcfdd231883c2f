package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.planners.insulation.DiskTraits;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheReport.AtDepth;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Shows that a manager that measures the workloads of a disk, and an operator who asks about the
 * same figures, get the same plan.
 */
class PlansAgreeTest {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");

  private static final DomainId DOMAIN = new DomainId("brick:host:/control/main");
  private static final CacheReport.Disk DISK = new CacheReport.Disk(8_200, 17_000, 8_333, 65e6);

  /** What is measured of one workload. */
  private record Measured(String name, double weight, boolean stream, int depth, double micros) {
    static Measured any(int i, SplittableRandom random) {
      return new Measured(
          "w" + i,
          1 + random.nextInt(4),
          random.nextInt(3) == 0,
          1 + random.nextInt(8),
          2_000 + random.nextInt(12_000));
    }

    QueueId queue() {
      return QueueId.parse("host:" + name + "|brick:host:/control/v");
    }

    /** The more wait, the shorter the way from one to the next. */
    TreeMap<Integer, Double> service() {
      return new TreeMap<>(Map.of(1, micros, 16, micros / 2));
    }

    CacheReport.Partition part(double bytes) {
      List<AtDepth> service = new ArrayList<>();
      service().forEach((at, each) -> service.add(new AtDepth(at, each)));
      return new CacheReport.Partition(
          queue(),
          new CacheReport.Space(bytes, bytes, Optional.empty()),
          new CacheReport.Hits(100, 0, Optional.empty(), Optional.empty()),
          List.of(),
          Optional.of(new CacheReport.Service(stream ? 1 : 0, depth, service)));
    }

    GuardRail rail() {
      return new GuardRail(
          Scope.APPLICATION,
          "host:" + name,
          Optional.of(weight),
          Optional.empty(),
          Optional.empty(),
          false);
    }

    InsulationShape.Asked asked() {
      return new InsulationShape.Asked(
          "host:" + name, weight, stream, depth, service(), null, null);
    }
  }

  private static List<Measured> workloads(SplittableRandom random) {
    List<Measured> all = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(6); i++) {
      all.add(Measured.any(i, random));
    }
    return all;
  }

  private static InsulationPlan running(List<Measured> workloads, double cacheBytes) {
    DomainController controller = new DomainController(DOMAIN, CONFIG, Optional.empty(), List.of());
    Instant now = Instant.EPOCH.plusSeconds(1_000_000);
    List<GuardRail> rails = workloads.stream().map(Measured::rail).toList();
    controller.on(
        new Input.RailsChanged(
            new GuardRails(DOMAIN, 1, now, Mode.SHADOW, "insulation", rails, List.of())),
        now);
    for (int i = 0; i < 60; i++) {
      now = now.plusSeconds(1);
      controller.on(new Input.CacheReported(report(workloads, cacheBytes, now)), now);
    }
    return controller.view(now).decided().insulation().getFirst().plan().orElseThrow();
  }

  private static CacheReport report(List<Measured> workloads, double cacheBytes, Instant now) {
    return new CacheReport(
        new CacheRef(DOMAIN, new AdapterId("host/brick"), new SessionId("s"), "main"),
        now,
        1_000,
        cacheBytes,
        workloads.stream().map(each -> each.part(cacheBytes / workloads.size())).toList(),
        Optional.of(new CacheReport.Time("argon", 280, 1e6, Optional.of(DISK), 0, List.of())));
  }

  private static InsulationShape asked(List<Measured> workloads, double cacheBytes) {
    return InsulationShape.plan(
        new InsulationShape.Request(
            new DiskTraits(
                DISK.averageSeekMicros(),
                DISK.longestSeekMicros(),
                DISK.rotationMicros(),
                DISK.streamingBytesPerSecond()),
            cacheBytes,
            null,
            null,
            null,
            new ArrayList<>(workloads.stream().map(Measured::asked).toList()),
            null));
  }

  @RepeatedTest(200)
  void ofTheSameFigures(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    List<Measured> workloads = workloads(random);
    double cacheBytes = random.nextDouble(10e6, 200e6);
    assertThat(asked(workloads, cacheBytes))
        .isEqualTo(InsulationShape.of(false, running(workloads, cacheBytes)));
  }

  @Test
  void someCanBePromisedItAndSomeNot() {
    Set<Status> statuses = EnumSet.noneOf(Status.class);
    for (int seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Measured> workloads = workloads(random);
      asked(workloads, random.nextDouble(10e6, 200e6))
          .workloads()
          .forEach(place -> statuses.add(place.status()));
    }
    assertThat(statuses).containsExactlyInAnyOrder(Status.SUPPORTED, Status.BEST_EFFORT);
  }
}
