package io.oasis.manager.planners.insulation;

import static io.oasis.manager.planners.insulation.DiskSliceTest.BARRACUDA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who is promised the R-value, and what it takes. */
class InsulationPlannerTest {
  private static final Efficiency R = new Efficiency(0.9);
  private static final double MB = 1e6;
  private static final double CACHE = 1_024 * MB;
  private static final double MOST_SLICE = 1e6;

  private final InsulationPlanner planner =
      new InsulationPlanner(BARRACUDA, SliceEnds.LOST, CACHE, R, MOST_SLICE);

  /** Section 3.4: alone 10 MB/s and R = 0.9, so "at least 9 MB/s in its share of time". */
  @Test
  void aPartitionGivesThePartRAndNoLess() {
    Profile.Random half = hits("h", linear(2_048));
    double bytes = Partition.leastBytes(half, CACHE, R);
    assertThat(bytes).isLessThan(CACHE);
    assertThat(Partition.efficiency(half, bytes, CACHE)).isCloseTo(0.9, within(1e-9));
    assertThat(Partition.efficiency(half, CACHE, CACHE)).isEqualTo(1);
  }

  /** Shows Figure 2: who has its hits from little cache needs little, whatever the others want. */
  @Test
  void whoHasItsHitsEarlyNeedsLittle() {
    Profile early = hits("q3", steps(new double[] {40, 1_000}, new double[] {0.5, 0.52}));
    Profile late = hits("tpcc", steps(new double[] {200, 900}, new double[] {0.2, 0.6}));
    InsulationPlan plan = planner.plan(List.of(late, early, new Profile.Streaming("scan", 1)));
    assertThat(statuses(plan))
        .containsExactly(Status.SUPPORTED, Status.SUPPORTED, Status.SUPPORTED);
    double slack = CACHE - 900 * MB - 40 * MB - 2 * BARRACUDA.accessBytes(R);
    assertThat(plan.workloads().get(0).partitionBytes())
        .isCloseTo(900 * MB + slack / 3, within(1.));
    assertThat(plan.workloads().get(1).partitionBytes()).isCloseTo(40 * MB + slack / 3, within(1.));
  }

  /** Shows two that need more cache than there is: the first keeps its own, the second is told. */
  @Test
  void whoComesLateIsToldWhatIsMissing() {
    Profile first = hits("first", steps(new double[] {700}, new double[] {0.8}));
    Profile second = hits("second", steps(new double[] {600}, new double[] {0.8}));
    InsulationPlan plan = planner.plan(List.of(first, second));
    assertThat(statuses(plan)).containsExactly(Status.SUPPORTED, Status.BEST_EFFORT);
    assertThat(plan.workloads().get(1).why())
        .startsWith(
            "second needs 600 MB of cache and 324 MB are free; first would have to give up 276 MB;"
                + " it can reach 0.");
    assertThat(plan.workloads().get(1).efficiency()).isLessThan(0.9);
  }

  /** Shows slices as the weights say, none shorter than its workload needs. */
  @Test
  void slicesFollowWeights() {
    InsulationPlan plan =
        planner.plan(List.of(new Profile.Streaming("three", 3), new Profile.Streaming("one", 1)));
    assertThat(plan.workloads().get(0).sliceMicros())
        .isCloseTo(3 * plan.workloads().get(1).sliceMicros(), within(1e-6));
    // Half of a piece of 1.1 ms may be left over at the end.
    assertThat(plan.workloads().get(1).efficiency()).isCloseTo(0.9042, within(1e-4));
    assertThat(plan.workloads().get(0).efficiency()).isGreaterThanOrEqualTo(0.9);
    assertThat(plan.roundMicros()).isCloseTo(4 * 135_118, within(20.0));
  }

  /** Shows a weight that would make others wait too long: best effort, with the reason. */
  @Test
  void slicesThatAreTooLongAreNotPromised() {
    InsulationPlan plan =
        planner.plan(List.of(new Profile.Streaming("a", 1), new Profile.Streaming("b", 0.1)));
    assertThat(statuses(plan)).containsExactly(Status.SUPPORTED, Status.BEST_EFFORT);
    assertThat(plan.workloads().get(1).why())
        .startsWith(
            "b needs slices of 135 ms, which makes the longest 1351 ms; 1000 ms are allowed");
  }

  /** Shows all of the cache promised to one, and not a byte more. */
  @Test
  void whatIsNeededMayBeAllThatThereIs() {
    Profile all = hits("all", steps(new double[] {1_024}, new double[] {0.8}));
    Place place = planner.plan(List.of(all)).workloads().getFirst();
    assertThat(place.status()).isEqualTo(Status.SUPPORTED);
    assertThat(place.partitionBytes()).isEqualTo(CACHE);
    Profile scan = new Profile.Streaming("scan", 1);
    double longest = planner.leastSlice(scan);
    assertThat(statuses(planner(CACHE, longest).plan(List.of(scan))))
        .containsExactly(Status.SUPPORTED);
    assertThat(statuses(planner(CACHE, longest - 1).plan(List.of(scan))))
        .containsExactly(Status.BEST_EFFORT);
  }

  /**
   * With 0.02 hits it keeps 11,760.4 of 12,000 us without any cache, 0.98, so its quanta may cost
   * it the rest of R: 12,366.7 us are lost of each, and (1 - 0.9 / 0.98) of it may be.
   */
  @Test
  void whoHasFewHitsNeedsNoCacheAndLosesTheRestToItsQuanta() {
    Profile few = hits("few", steps(new double[] {500}, new double[] {0.02}));
    assertThat(planner.leastBytes(few)).isZero();
    assertThat(planner.leastSlice(few)).isCloseTo(151_433, within(5.0));
  }

  /** Where nobody can be promised anything, the heaviest has the longest slice there may be. */
  @Test
  void whereNobodyIsSupportedSlicesAreAsLongAsIsAllowed() {
    InsulationPlan plan =
        planner.plan(List.of(new Profile.Unknown("two", 2), new Profile.Unknown("one", 1)));
    assertThat(plan.workloads())
        .extracting(Place::sliceMicros)
        .containsExactly(MOST_SLICE, MOST_SLICE / 2);
  }

  /**
   * Accesses of 5 MB, half of what it has, take 43.7 ms and the way to each 12.4 ms: 43.7 by 56.0.
   */
  @Test
  void aStreamWithASmallBufferPaysTheWayMoreOften() {
    Place place =
        planner(10 * MB, MOST_SLICE)
            .plan(List.of(new Profile.Streaming("scan", 1)))
            .workloads()
            .getFirst();
    assertThat(place.status()).isEqualTo(Status.BEST_EFFORT);
    assertThat(place.efficiency()).isCloseTo(0.7794, within(1e-4));
    assertThat(place.why())
        .isEqualTo(
            "scan needs 25 MB of cache and 10 MB are free; nobody would have to give up 15 MB; it"
                + " can reach 0.78 of its efficiency alone");
  }

  private static InsulationPlanner planner(double cacheBytes, double mostSliceMicros) {
    return new InsulationPlanner(BARRACUDA, SliceEnds.LOST, cacheBytes, R, mostSliceMicros);
  }

  /** Shows the promises on random sets: kept, paid for, and never lost to who comes later. */
  @Test
  void promisesAreKeptWhoeverComesLater() {
    int supported = 0;
    int refused = 0;
    for (long seed = 1; seed <= 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Profile> profiles = new ArrayList<>();
      List<Status> before = List.of();
      for (int i = 0; i < 6; i++) {
        profiles.add(any("w" + i, random));
        InsulationPlan plan = planner.plan(profiles);
        assertThat(statuses(plan).subList(0, i)).as("seed %d", seed).isEqualTo(before);
        before = statuses(plan);
        double partitions = 0;
        for (Place place : plan.workloads()) {
          partitions += place.partitionBytes();
          assertThat(place.sliceMicros()).isBetween(0.0, MOST_SLICE + 1e-6);
          if (place.status() == Status.SUPPORTED) {
            assertThat(place.efficiency()).as("seed %d, %s", seed, place).isGreaterThan(0.9 - 1e-9);
          }
        }
        assertThat(partitions).isCloseTo(CACHE, within(1.0));
      }
      supported += (int) before.stream().filter(Status.SUPPORTED::equals).count();
      refused += (int) before.stream().filter(Status.BEST_EFFORT::equals).count();
    }
    assertThat(supported).isGreaterThan(500);
    assertThat(refused).isGreaterThan(200);
  }

  private static Profile any(String name, SplittableRandom random) {
    double weight = random.nextInt(1, 4);
    if (random.nextInt(3) == 0) {
      return new Profile.Streaming(name, weight);
    }
    TreeMap<Integer, Double> micros = new TreeMap<>();
    micros.put(1, random.nextDouble(8_000, 14_000));
    micros.put(32, random.nextDouble(4_000, 8_000));
    micros.put(8, (micros.get(1) + micros.get(32)) / random.nextDouble(2, 2.5));
    micros.put(8, StrictMath.max(micros.get(8), micros.get(32)));
    double size = random.nextDouble(50, 1_500);
    HitCurve curve =
        random.nextBoolean()
            ? steps(new double[] {size}, new double[] {random.nextDouble()})
            : linear(size);
    return new Profile.Random(
        name, weight, random.nextInt(1, 33), new ServiceTimes(micros), curve, 20);
  }

  private static List<Status> statuses(InsulationPlan plan) {
    return plan.workloads().stream().map(Place::status).toList();
  }

  private static Profile.Random hits(String name, HitCurve curve) {
    return new Profile.Random(name, 1, 1, ServiceTimes.constant(12_000), curve, 20);
  }

  private static HitCurve linear(double megabytes) {
    return HitCurve.of(HitCurve.Shape.LINEAR, new double[] {megabytes * MB}, new double[] {1});
  }

  private static HitCurve steps(double[] megabytes, double[] ratios) {
    double[] bytes = megabytes.clone();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] *= MB;
    }
    return HitCurve.of(HitCurve.Shape.STEPS, bytes, ratios);
  }
}
