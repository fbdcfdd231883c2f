package io.oasis.manager.planners.insulation;

import static io.oasis.manager.planners.insulation.DiskSliceTest.BARRACUDA;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.manager.planners.insulation.StandingPlan.State;
import io.oasis.manager.planners.insulation.StandingPlan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Shows for random histories of workloads that come, change, fall silent and leave: nobody loses
 * what was promised, plans fit and are apart, and when all is quiet the plan is final.
 */
class StandingPlanPropertyTest {
  private static final Damping DAMPING = Damping.DEFAULT;
  private static final SharedDisk GROUND =
      new SharedDisk(BARRACUDA, 1e9, new Efficiency(0.9), 600e3, SliceEnds.CARRIED_OVER);
  private static final InsulationPlanner PLANNER = GROUND.planner();

  private final Map<String, Profile> present = new LinkedHashMap<>();
  private State state = State.NONE;
  private Instant now = Instant.EPOCH.plusSeconds(1_000);
  private Optional<Instant> changedAt = Optional.empty();

  @Test
  void nobodyLosesWhatItWasPromised() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      present.clear();
      state = State.NONE;
      changedAt = Optional.empty();
      for (int i = 0; i < 150; i++) {
        disturb(random, i);
        step("seed %d, step %d".formatted(seed, i));
        now = now.plusSeconds(random.nextInt(1, 12));
      }
      quiet("seed %d".formatted(seed));
    }
  }

  private void step(String where) {
    Map<String, Place> before = places();
    Map<String, WorkloadState> workloads = workloads();
    Step step =
        new StandingPlan(DAMPING).step(state, GROUND, List.copyOf(present.values()), Map.of(), now);
    state = step.next();
    for (WorkloadState workload : state.workloads()) {
      WorkloadState was = workloads.get(workload.name());
      Place place = places().get(workload.name());
      if (was != null && was.promised()) {
        assertThat(workload.promised()).as("%s: promise to %s", where, workload.name()).isTrue();
      }
      if (workload.promised() && place != null) {
        assertThat(place.sliceMicros())
            .as("%s: slice of %s", where, workload.name())
            .isGreaterThanOrEqualTo(PLANNER.leastSlice(workload.held()) * (1 - 1e-9));
        assertThat(place.partitionBytes())
            .as("%s: partition of %s", where, workload.name())
            .isGreaterThanOrEqualTo(PLANNER.leastBytes(workload.held()) * (1 - 1e-9));
        assertThat(place.status() == Status.SUPPORTED)
            .as("%s: status of %s", where, workload.name())
            .isEqualTo(!workload.outgrown());
      }
    }
    state.plan().ifPresent(plan -> fits(plan, where));
    step.change()
        .ifPresent(
            change -> {
              assertThat(change.reasons()).as(where).isNotEmpty().noneMatch(String::isBlank);
              assertThat(places()).as(where).isNotEqualTo(before);
              changedAt.ifPresent(
                  last ->
                      assertThat(Duration.between(last, now))
                          .as(where)
                          .isGreaterThanOrEqualTo(DAMPING.dwell()));
              changedAt = Optional.of(now);
            });
  }

  private static void fits(InsulationPlan plan, String where) {
    double bytes = plan.workloads().stream().mapToDouble(Place::partitionBytes).sum();
    assertThat(bytes).as(where).isLessThanOrEqualTo(GROUND.cacheBytes() * (1 + 1e-9));
    for (Place place : plan.workloads()) {
      assertThat(place.sliceMicros())
          .as(where)
          .isPositive()
          .isLessThanOrEqualTo(GROUND.mostSliceMicros() * (1 + 1e-9));
    }
  }

  /** Nothing changes any more: soon the plan does not either, and nobody measured is on trial. */
  private void quiet(String where) {
    for (int i = 0; i < 60; i++) {
      step(where + ", quiet");
      now = now.plusSeconds(5);
    }
    Optional<InsulationPlan> last = state.plan();
    for (int i = 0; i < 60; i++) {
      step(where + ", later");
      now = now.plusSeconds(5);
    }
    assertThat(state.plan()).as(where).isEqualTo(last);
    assertThat(places().keySet()).as(where).isEqualTo(present.keySet());
    present.forEach(
        (name, profile) -> {
          if (!(profile instanceof Profile.Unknown)) {
            Place place = places().get(name);
            assertThat(place == null ? Status.ON_TRIAL : place.status())
                .as("%s: %s", where, name)
                .isNotEqualTo(Status.ON_TRIAL);
          }
        });
  }

  private void disturb(SplittableRandom random, int step) {
    List<String> names = new ArrayList<>(present.keySet());
    switch (random.nextInt(8)) {
      case 0 -> {
        if (names.size() < 8) {
          String name = "w" + step;
          present.put(name, profile(name, random));
        }
      }
      case 1 -> {
        if (names.size() > 1 && random.nextInt(3) == 0) {
          present.remove(names.get(random.nextInt(names.size())));
        }
      }
      case 2, 3 -> {
        if (!names.isEmpty()) {
          String name = names.get(random.nextInt(names.size()));
          present.put(name, profile(name, random));
        }
      }
      default -> {
        // Time passes.
      }
    }
  }

  private static Profile profile(String name, SplittableRandom random) {
    double weight = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
    return switch (random.nextInt(5)) {
      case 0 -> new Profile.Unknown(name, weight);
      case 1 -> new Profile.Streaming(name, weight);
      default -> {
        int depth = 1 + random.nextInt(8);
        double micros = 6_000 + 8_000 * random.nextDouble();
        TreeMap<Integer, Double> byDepth = new TreeMap<>(Map.of(1, micros));
        byDepth.put(depth, depth == 1 ? micros : micros * (0.5 + 0.5 * random.nextDouble()));
        HitCurve hits =
            HitCurve.of(
                HitCurve.Shape.STEPS,
                new double[] {1e6 + 5e8 * random.nextDouble()},
                new double[] {0.9 * random.nextDouble()});
        yield new Profile.Random(name, weight, depth, new ServiceTimes(byDepth), hits, 100);
      }
    };
  }

  private Map<String, Place> places() {
    Map<String, Place> places = new LinkedHashMap<>();
    state.plan().stream()
        .flatMap(plan -> plan.workloads().stream())
        .forEach(place -> places.put(place.profile().name(), place));
    return places;
  }

  private Map<String, WorkloadState> workloads() {
    Map<String, WorkloadState> workloads = new LinkedHashMap<>();
    state.workloads().forEach(workload -> workloads.put(workload.name(), workload));
    return workloads;
  }
}
