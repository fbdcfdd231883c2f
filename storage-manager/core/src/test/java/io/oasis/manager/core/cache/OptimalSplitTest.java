package io.oasis.manager.core.cache;

import static io.oasis.manager.core.cache.Curves.MB;
import static io.oasis.manager.core.cache.Curves.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.planners.cache.HitCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The policies that maximise something, over staircases of any shape. */
class OptimalSplitTest {
  private static final NoBetterMove.Value FAIR =
      (claim, bytes) ->
          claim.weight()
              * StrictMath.log(
                  claim.curve().hitRatio(bytes) + ProportionalFairCache.LEAST_HIT_RATIO);
  private static final NoBetterMove.Value GAIN =
      (claim, bytes) -> claim.weight() * claim.savedMicrosPerSecond(bytes);

  /** Shows the split of Fig. 5: two like working sets get 75 of 150 MB each, at any I/O rate. */
  @Test
  void likeWorkingSetsGetTheSameWhateverTheirRates() {
    CacheClaim slow = claim(Curves.uniform(100 * MB), 80 * MB);
    CacheClaim fast =
        new CacheClaim(
            1, 0, Double.POSITIVE_INFINITY, 0, Optional.empty(), slow.curve(), 1_000, 1_000);
    double[] sizes = fair(new CacheProblem(List.of(slow, fast), 150 * MB)).bytes();
    assertThat(sizes).containsExactly(new double[] {75 * MB, 75 * MB}, within(0.3 * MB));
  }

  /** Shows that a loop gets all it needs or nothing, where a rule of slopes would halve it. */
  @Test
  void aLoopGetsAllOrNothing() {
    List<CacheClaim> loops =
        List.of(claim(Curves.loop(90 * MB), 75 * MB), claim(Curves.loop(100 * MB), 75 * MB));
    CacheSizes.Found found = fair(new CacheProblem(loops, 150 * MB));
    assertThat(found.bytes()[0]).isBetween(90 * MB, 121 * MB);
    assertThat(found.reasons().get(1)).startsWith("no size that fits");
  }

  /** Shows that the largest gain goes to who saves most time, and that fairness does not. */
  @Test
  void theLargestGainStarvesTheSlow() {
    CacheClaim slow = claim(Curves.uniform(100 * MB), 0);
    CacheClaim fast =
        new CacheClaim(
            1, 0, Double.POSITIVE_INFINITY, 0, Optional.empty(), slow.curve(), 20, 8_000);
    CacheProblem problem = new CacheProblem(List.of(slow, fast), 150 * MB);
    double[] sizes = ((CacheSizes.Found) new LargestGain().decide(problem)).bytes();
    assertThat(sizes).containsExactly(new double[] {50 * MB, 100 * MB}, within(0.3 * MB));
  }

  /** Shows on any staircases that the split is the best of all, against trying every one. */
  @Test
  void isTheBestOfAllSplits() {
    for (long seed = 0; seed < 300; seed++) {
      CacheProblem problem = Curves.any(new SplittableRandom(seed), 3);
      check(problem, new ProportionalFairCache().decide(problem), FAIR, "fair, seed " + seed);
      check(problem, new LargestGain().decide(problem), GAIN, "gain, seed " + seed);
    }
  }

  private static void check(
      CacheProblem problem, CacheSizes sizes, NoBetterMove.Value value, String which) {
    double[] bytes = ((CacheSizes.Found) sizes).bytes();
    assertThat(CacheVerifier.bounds(problem, bytes)).as(which).isEmpty();
    double best = bestOfAll(problem, value, 128);
    double found = 0;
    for (int i = 0; i < bytes.length; i++) {
      found += value.of(problem.claims().get(i), bytes[i]);
    }
    assertThat(found).as(which).isGreaterThanOrEqualTo(best - 1e-9 * StrictMath.abs(best));
  }

  /** The best of all splits into a number of parts that divides the policy's own. */
  private static double bestOfAll(CacheProblem problem, NoBetterMove.Value value, int parts) {
    List<CacheClaim> claims = problem.claims();
    double reserves = claims.stream().mapToDouble(CacheClaim::reserveBytes).sum();
    double part = (problem.capacityBytes() - reserves) / parts;
    double best = Double.NEGATIVE_INFINITY;
    for (int a = 0; a <= parts; a++) {
      for (int b = 0; a + b <= parts; b++) {
        int[] counts = {a, b, parts - a - b};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
          CacheClaim claim = claims.get(i);
          double size = StrictMath.min(claim.limitBytes(), claim.reserveBytes() + counts[i] * part);
          sum += value.of(claim, size);
        }
        best = StrictMath.max(best, sum);
      }
    }
    return best;
  }

  /** Shows that no move between two partitions improves a split, checked by the verifier. */
  @Test
  void noMoveImprovesIt() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CacheProblem problem = Curves.any(random, 2 + random.nextInt(12));
      CacheSizes.Found found = fair(problem);
      // A unit is 0.2 % of the cache: what a move of less would gain is not looked for.
      double resolution = problem.capacityBytes() / 100;
      assertThat(NoBetterMove.check(problem, found.bytes(), FAIR, resolution, 0.05))
          .as("seed " + seed)
          .isEmpty();
    }
  }

  /** Shows that the verifier sees a bad split. */
  @Test
  void theVerifierSeesABadSplit() {
    CacheProblem problem =
        new CacheProblem(
            List.of(claim(Curves.uniform(100), 0), claim(Curves.uniform(100), 0)), 150);
    assertThat(NoBetterMove.check(problem, new double[] {75, 75}, FAIR, 1, 1e-3)).isEmpty();
    assertThat(NoBetterMove.check(problem, new double[] {100, 50}, FAIR, 1, 1e-3)).isNotEmpty();
    assertThat(NoBetterMove.check(problem, new double[] {100, 75}, FAIR, 1, 1e-3))
        .anyMatch(fault -> fault.contains("together exceed"));
  }

  /** Shows that with a thousand partitions the stated gap is small, and time stays small. */
  @Test
  void manyPartitionsAreNearTheBest() {
    CacheProblem problem = Curves.any(new SplittableRandom(9), 1_000);
    CacheSizes.Found found = fair(problem);
    assertThat(CacheVerifier.bounds(problem, found.bytes())).isEmpty();
    assertThat(found.gap().orElseThrow()).isBetween(0.0, 0.02);
  }

  /** Shows that reserves that do not fit together are refused with the reason. */
  @Test
  void refusesReservesThatDoNotFit() {
    CacheClaim reserve =
        new CacheClaim(1, 80 * MB, 90 * MB, 0, Optional.empty(), HitCurve.NONE, 1, 1);
    CacheSizes sizes =
        new ProportionalFairCache().decide(new CacheProblem(List.of(reserve, reserve), 150 * MB));
    assertThat(sizes)
        .isEqualTo(
            new CacheSizes.Refused(
                "the reserves add up to 160.0 MB, more than the cache of 150.0 MB"));
  }

  /** Shows that steps approach a target, never exceed the cache and stop within the dead band. */
  @Test
  void stepsApproachTheTarget() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      CacheProblem problem = Curves.any(random, 2 + random.nextInt(5));
      double[] target = fair(problem).bytes();
      for (int step = 0; step < 8; step++) {
        double[] sizes = CacheSteps.step(problem, target);
        double sum = 0;
        for (double size : sizes) {
          sum += size;
        }
        assertThat(sum)
            .as("seed " + seed)
            .isLessThanOrEqualTo(problem.capacityBytes() * (1 + 1e-9));
        problem = holding(problem, sizes);
      }
      for (int i = 0; i < target.length; i++) {
        assertThat(problem.claims().get(i).holdingBytes())
            .as("seed " + seed)
            .isCloseTo(target[i], within(CacheSteps.DEAD_BAND * problem.capacityBytes()));
      }
    }
  }

  private static CacheProblem holding(CacheProblem problem, double[] sizes) {
    List<CacheClaim> claims = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      CacheClaim c = problem.claims().get(i);
      claims.add(
          new CacheClaim(
              c.weight(),
              c.reserveBytes(),
              c.limitBytes(),
              sizes[i],
              c.wantedBytes(),
              c.curve(),
              c.accessesPerSecond(),
              c.missMicros()));
    }
    return new CacheProblem(claims, problem.capacityBytes());
  }

  private static CacheSizes.Found fair(CacheProblem problem) {
    return (CacheSizes.Found) new ProportionalFairCache().decide(problem);
  }
}
