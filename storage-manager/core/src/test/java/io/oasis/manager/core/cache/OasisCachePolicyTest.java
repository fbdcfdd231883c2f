package io.oasis.manager.core.cache;

import static io.oasis.manager.core.cache.Curves.MB;
import static io.oasis.manager.core.cache.Curves.content;
import static io.oasis.manager.core.cache.Curves.wanting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.planners.cache.HitCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Algorithm 2 and the damping of OASIS, sections 3.4.2 and 3.4.3. */
class OasisCachePolicyTest {
  private static final OasisCachePolicy POLICY = new OasisCachePolicy();

  /**
   * "As soon as the second worker starts, the storage manager revokes 10MB from the first worker in
   * order to add it to the 70MB of available cache space and grant the second worker its initial
   * allocation of 80MB" (section 4.3).
   */
  @Test
  void theFirstRevocationIsTenMegabytes() {
    double[] sizes = decide(150 * MB, content(80 * MB), wanting(0, 80 * MB));
    assertThat(sizes).containsExactly(new double[] {70 * MB, 80 * MB}, within(1.0));
  }

  /**
   * "Subsequent requests ... result in progressively smaller allocations, satisfied through
   * equal-sized revocations from the allocation of the other worker. In this way, the storage
   * manager ensures that the variation in allocations diminishes significantly around the stable
   * point of 75MB" (section 4.3).
   */
  @Test
  void allocationsDiminishAroundTheStablePoint() {
    double[] sizes = {70 * MB, 80 * MB};
    List<Double> grants = new ArrayList<>();
    for (int round = 0; round < 60; round++) {
      for (int p = 0; p < 2; p++) {
        double wanted = 80 * MB;
        double before = sizes[p];
        sizes =
            decide(
                150 * MB,
                p == 0 ? wanting(sizes[0], wanted) : content(sizes[0]),
                p == 1 ? wanting(sizes[1], wanted) : content(sizes[1]));
        if (p == 0) {
          grants.add(sizes[p] - before);
        }
        assertThat(sizes[0] + sizes[1]).isCloseTo(150 * MB, within(1.0));
      }
    }
    for (int i = 1; i < grants.size(); i++) {
      assertThat(grants.get(i)).isLessThan(grants.get(i - 1));
    }
    assertThat(grants.getFirst()).isCloseTo(1.25 * MB, within(0.01 * MB));
    assertThat(sizes[0]).isCloseTo(75 * MB, within(0.5 * MB));
  }

  /**
   * "Revoke A_i / (A - A_P) C from all applications except P", "the total cache revoked is C",
   * "thus the aggregate change is C - C = 0".
   */
  @Test
  void revokesInProportionAndConserves() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int n = 2 + random.nextInt(20);
      double[] before = random.doubles(n, 0.01, 1).toArray();
      double total = Arrays.stream(before).sum();
      int p = random.nextInt(n);
      double wanted = StrictMath.min(total, before[p] * (1 + random.nextDouble()));
      CacheClaim[] claims = new CacheClaim[n];
      for (int i = 0; i < n; i++) {
        claims[i] = i == p ? wanting(before[i], wanted) : content(before[i]);
      }
      double[] after = decide(total, claims);
      double granted = OasisCachePolicy.damped(before[p], wanted);
      for (int i = 0; i < n; i++) {
        double expected =
            i == p ? before[p] + granted : before[i] * (1 - granted / (total - before[p]));
        assertThat(after[i]).as("seed " + seed).isCloseTo(expected, within(1e-9));
      }
      assertThat(Arrays.stream(after).sum()).as("seed " + seed).isCloseTo(total, within(1e-9));
    }
  }

  /** "If the system is not resource constrained, the available cache is allocated as requested." */
  @Test
  void availableCacheIsAllocatedWithoutRevocation() {
    double[] sizes = decide(1_000, content(100), wanting(0, 300));
    assertThat(sizes).containsExactly(new double[] {100, 300}, within(1e-9));
  }

  /**
   * "If the allocation to demand ratio of an application is high, then the application will receive
   * a lot less resources than if the application's allocation to demand ratio is low."
   */
  @Test
  void aHighRatioOfAllocationToDemandReceivesLess() {
    assertThat(OasisCachePolicy.damped(90, 100) / 10).isCloseTo(0.1, within(1e-9));
    assertThat(OasisCachePolicy.damped(10, 100) / 90).isCloseTo(0.9, within(1e-9));
  }

  /** "Satisfied through equal-sized revocations": who asks at the same time is served alike. */
  @Test
  void twoThatAskAtOnceMeetInTheMiddle() {
    assertThat(decide(150, wanting(80, 100), wanting(70, 100)))
        .containsExactly(new double[] {75, 75}, within(1e-9));
    assertThat(decide(150, wanting(75, 100), wanting(75, 100)))
        .containsExactly(new double[] {75, 75}, within(1e-9));
  }

  /** Shows that reserves hold: what one protects is revoked from the rest. */
  @Test
  void reservesHold() {
    CacheClaim protectedOne =
        new CacheClaim(1, 90, 200, 100, Optional.empty(), HitCurve.NONE, 1, 1);
    double[] sizes = decide(300, protectedOne, content(200), wanting(0, 150));
    assertThat(sizes).containsExactly(new double[] {90, 60, 150}, within(1e-6));
  }

  private static double[] decide(double capacityBytes, CacheClaim... claims) {
    CacheProblem problem = new CacheProblem(List.of(claims), capacityBytes);
    CacheSizes.Found found = (CacheSizes.Found) POLICY.decide(problem);
    assertThat(CacheVerifier.bounds(problem, found.bytes())).isEmpty();
    return found.bytes();
  }
}
