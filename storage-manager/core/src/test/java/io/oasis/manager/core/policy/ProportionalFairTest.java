package io.oasis.manager.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.Decision.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The default policy finds the proportionally fair optimum, or says why there is none. */
class ProportionalFairTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final int INSTANCES = 100_000;
  private static final long SEED = 20_261_120;
  private final ProportionalFair policy = new ProportionalFair();

  @Test
  void theWorkedExampleOfTheClassHolds() {
    Targets.Found found =
        found(new Problem(List.of(claim(1, 100), claim(1, INF), claim(1, INF)), 1_000));
    assertThat(found.amounts()).containsExactly(100, 450, 450);
    assertThat(found.bounds()).containsExactly(Bound.DEMAND, Bound.FAIR_SHARE, Bound.FAIR_SHARE);
    assertThat(found.price().orElseThrow()).isCloseTo(1.0 / 450, within(1e-12));
  }

  @Test
  void whoWantsLittleGetsAllWhenThereIsEnough() {
    Targets.Found found = found(new Problem(List.of(claim(1, 100), claim(5, 200)), 1_000));
    assertThat(found.amounts()).containsExactly(100, 200);
    assertThat(found.price().orElseThrow()).isZero();
  }

  @Test
  void reservesThatCannotAllBeMetAreRefusedWithTheNumbers() {
    Claim greedy = new Claim(1, INF, 600, INF, 0, Optional.empty(), Optional.empty());
    Targets targets = policy.decide(new Problem(List.of(greedy, greedy), 1_000));
    assertThat(targets)
        .isEqualTo(
            new Targets.Refused(
                "the reserves add up to 1200.0 cost/s, more than the capacity of 1000.0 cost/s"));
  }

  /** What is left for others is a matter of rounding then. */
  @Test
  void reservesThatTakeAllAreMet() {
    Claim half = new Claim(1, INF, 500, INF, 0, Optional.empty(), Optional.empty());
    Claim more = new Claim(3, INF, 500 + 5e-10, INF, 0, Optional.empty(), Optional.empty());
    assertThat(found(new Problem(List.of(half, half), 1_000)).amounts()).containsExactly(500, 500);
    Targets.Found found = found(new Problem(List.of(half, more), 1_000));
    assertThat(found.amounts()).containsExactly(500, 500 + 5e-10);
    assertThat(found.price().orElseThrow()).isCloseTo(3.0 / 500, within(1e-9));
  }

  @Test
  void somebodyWaitsWhereThereIsAPriceAndNobodyKnowsWhereThePolicyHasNone() {
    assertThat(found(new Problem(List.of(claim(1, 400), claim(1, INF)), 1_000)).nobodyWaits())
        .isFalse();
    assertThat(new Targets.Found(new double[0], List.of(), Optional.empty(), true).nobodyWaits())
        .isFalse();
  }

  @Test
  void whoWantsNoMoreThanItsLimitIsBoundByItsDemand() {
    Claim both = new Claim(1, 100, 0, 100, 0, Optional.empty(), Optional.empty());
    assertThat(found(new Problem(List.of(both), 1_000)).bounds()).containsExactly(Bound.DEMAND);
  }

  @Test
  void whatIsJustEnoughForAllHasNoPrice() {
    Targets.Found found = found(new Problem(List.of(claim(1, 400), claim(1, 600)), 1_000));
    assertThat(found.nobodyWaits()).isTrue();
    assertThat(found.bounds()).containsOnly(Bound.DEMAND);
  }

  @Test
  void nothingToShareOutIsRefused() {
    assertThatThrownBy(() -> new Problem(List.of(claim(1, 100)), 0))
        .hasMessage("capacity = 0.0: must be above 0 cost per second");
    assertThatThrownBy(() -> new Problem(List.of(claim(1, 100)), INF)).hasMessageContaining("must");
  }

  @Test
  void aClaimThatCannotBeIsRefusedWithItsField() {
    refuses("weight", 0, 0, 0, INF, 0);
    refuses("weight", INF, 0, 0, INF, 0);
    refuses("demand", 1, -1, 0, INF, 0);
    refuses("reserve", 1, 0, -1, INF, 0);
    refuses("reserve", 1, 0, INF, INF, 0);
    refuses("limit", 1, 0, 10, 9, 0);
    refuses("usage", 1, 0, 0, INF, -1);
    refuses("usage", 1, 0, 0, INF, INF);
  }

  private static void refuses(
      String field, double weight, double demand, double reserve, double limit, double usage) {
    assertThatThrownBy(
            () ->
                new Claim(
                    weight, demand, reserve, limit, usage, Optional.empty(), Optional.empty()))
        .hasMessageStartingWith(field + " = ");
  }

  @Test
  void everyPolicyIsFoundByItsName() {
    assertThat(Policies.names()).containsExactly(ProportionalFair.NAME, OasisPolicy.NAME);
    assertThat(Policies.names()).allMatch(name -> Policies.named(name).isPresent());
    assertThat(Policies.named("another")).isEmpty();
  }

  /**
   * The optimum by bisection on the price, which shares no code with the policy: 100,000 instances
   * from one queue to 60, with equal and with wildly unequal weights, and a few of 10,000 queues.
   */
  @Test
  void itAgreesWithAnIndependentSolverOnRandomInstances() {
    SplittableRandom random = new SplittableRandom(SEED);
    int refused = 0;
    for (int instance = 0; instance < INSTANCES; instance++) {
      int count = instance % (INSTANCES / 10) == 0 ? 10_000 : (int) logUniform(random, 61);
      Problem problem = randomProblem(random, count);
      double floors = problem.claims().stream().mapToDouble(Claim::least).sum();
      switch (policy.decide(problem)) {
        case Targets.Refused no -> {
          assertThat(floors).as(no.reason()).isGreaterThan(problem.capacity());
          refused++;
        }
        case Targets.Found found ->
            assertThat(farthest(found.amounts(), byBisection(problem)))
                .as("instance %d of seed %d", instance, SEED)
                .isLessThan(1e-6);
      }
    }
    assertThat(refused).isBetween(INSTANCES / 100, INSTANCES / 4);
  }

  private static double farthest(double[] amounts, double[] expected) {
    double farthest = 0;
    for (int i = 0; i < expected.length; i++) {
      double off = Math.abs(amounts[i] - expected[i]) / Math.max(1, expected[i]);
      farthest = off <= farthest ? farthest : off;
    }
    return farthest;
  }

  private static double logUniform(SplittableRandom random, double most) {
    return Math.exp(random.nextDouble() * Math.log(most));
  }

  private static Problem randomProblem(SplittableRandom random, int count) {
    boolean wild = random.nextBoolean();
    List<Claim> claims = new ArrayList<>();
    double capacity = Math.exp(random.nextDouble() * 12);
    for (int i = 0; i < count; i++) {
      double weight = wild ? Math.exp(random.nextDouble() * 12 - 6) : 1;
      double demand = random.nextInt(3) == 0 ? INF : random.nextDouble() * 4 * capacity / count;
      double floor = random.nextInt(3) == 0 ? random.nextDouble() * 1.5 * capacity / count : 0;
      double cap = random.nextInt(4) == 0 ? floor + random.nextDouble() * capacity / count : INF;
      claims.add(new Claim(weight, demand, floor, cap, 0, Optional.empty(), Optional.empty()));
    }
    return new Problem(claims, capacity);
  }

  private static double[] byBisection(Problem problem) {
    double low = 0;
    double high = 1e15;
    for (int i = 0; i < 200; i++) {
      double level = (low + high) / 2;
      if (sum(problem, level) > problem.capacity()) {
        high = level;
      } else {
        low = level;
      }
    }
    double level = low;
    return problem.claims().stream().mapToDouble(claim -> at(claim, level)).toArray();
  }

  private static double sum(Problem problem, double level) {
    return problem.claims().stream().mapToDouble(claim -> at(claim, level)).sum();
  }

  private static double at(Claim claim, double level) {
    return Math.max(claim.least(), Math.min(claim.most(), claim.weight() * level));
  }

  private Targets.Found found(Problem problem) {
    return (Targets.Found) policy.decide(problem);
  }

  private static Claim claim(double weight, double demand) {
    return new Claim(weight, demand, 0, INF, 0, Optional.empty(), Optional.empty());
  }
}
