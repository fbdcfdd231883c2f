package io.oasis.manager.core.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.manager.core.policy.Targets;
import io.oasis.protocol.Decision.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A step stays on the way to the target and never makes the whole less fair. */
class StepperTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void theWorkedNumbersOfThePackageHold() {
    double[] has = {975, 42};
    double[] expected = {664, 560, 526, 508.5};
    for (double next : expected) {
      Problem problem = new Problem(List.of(claim(INF, has[0]), claim(INF, has[1])), 1_017);
      has = step(problem, dampings(2)).amounts();
      assertThat(has[0]).isCloseTo(next, within(1.0));
    }
  }

  @Test
  void aChangeInsideTheDeadBandIsNotPushed() {
    Problem problem = new Problem(List.of(claim(INF, 505), claim(INF, 495)), 1_000);
    assertThat(step(problem, dampings(2)).amounts()).containsExactly(505, 495);
  }

  /** Who has more than its target keeps it while nobody waits, but not above its cap. */
  @Test
  void aCapIsKeptAlsoWhileNobodyWaits() {
    Claim capped = new Claim(1, INF, 0, 40, 41, Optional.of(41.3), Optional.empty());
    Claim content = new Claim(1, 100, 0, INF, 100, Optional.of(130.0), Optional.empty());
    double[] after = step(new Problem(List.of(capped, content), 1_000), dampings(2)).amounts();
    assertThat(after).containsExactly(40, 130);
  }

  @Test
  void whoHasJustItsTargetOrJustItsLimitKeepsIt() {
    Claim atTarget = new Claim(1, 100, 0, INF, 100, Optional.of(100.0), Optional.empty());
    Claim atLimit = new Claim(1, 30, 0, 40, 30, Optional.of(40.0), Optional.empty());
    Stepper.Step step = step(new Problem(List.of(atTarget, atLimit), 1_000), dampings(2));
    assertThat(step.amounts()).containsExactly(100, 40);
    assertThat(step.bounds()).containsExactly(Bound.DEMAND, Bound.DEAD_BAND);
  }

  @Test
  void aStepSaysWhatDecidedIt() {
    Problem far = new Problem(List.of(claim(INF, 975), claim(INF, 42)), 1_017);
    assertThat(step(far, dampings(2)).bounds()).containsExactly(Bound.STEP, Bound.STEP);
    Problem near = new Problem(List.of(claim(INF, 515), claim(INF, 485)), 1_000);
    assertThat(step(near, dampings(2)).bounds())
        .containsExactly(Bound.FAIR_SHARE, Bound.FAIR_SHARE);
    Problem there = new Problem(List.of(claim(INF, 505), claim(INF, 495)), 1_000);
    assertThat(step(there, dampings(2)).bounds()).containsExactly(Bound.DEAD_BAND, Bound.DEAD_BAND);
  }

  /** Six percent away is close; the step is not taken in parts. */
  @Test
  void whoIsCloseGoesAllTheWay() {
    Problem problem = new Problem(List.of(claim(INF, 100)), 1_000);
    assertThat(toward(106, problem, Optional.of(1.0)).amounts()).containsExactly(106);
    assertThat(toward(107, problem, Optional.of(1.0)).amounts()).containsExactly(100 + 7 * 2 / 3.0);
  }

  private static Stepper.Step toward(double target, Problem problem, Optional<Double> price) {
    Targets.Found found =
        new Targets.Found(new double[] {target}, List.of(Bound.RULE), price, price.isEmpty());
    return Stepper.step(problem, found, dampings(1), Stability.GAIN, 10);
  }

  /** Two that keep 2 % too much leave no room for the third: then nobody keeps. */
  @Test
  void theDeadBandDoesNotOverfillTheDevice() {
    List<Claim> claims = List.of(claim(INF, 339), claim(INF, 339), claim(INF, 320));
    Stepper.Step step = step(new Problem(claims, 999), dampings(3));
    assertThat(step.amounts()).containsExactly(333, 333, 333);
    assertThat(step.bounds()).containsOnly(Bound.FAIR_SHARE);
  }

  /** One gives what the other, within its dead band, would not take. */
  @Test
  void theDeadBandDoesNotMakeTheWholeLessFair() {
    List<Claim> claims = List.of(claim(INF, 520), claim(INF, 491));
    assertThat(step(new Problem(claims, 1_000), dampings(2)).amounts()).containsExactly(500, 500);
  }

  @Test
  void whatAPolicyDampsItselfIsHeldByTheDeadBandAlone() {
    Problem problem = new Problem(List.of(claim(INF, 100)), 1_000);
    assertThat(toward(101, problem, Optional.empty()).amounts()).containsExactly(100);
    assertThat(toward(150, problem, Optional.empty()).amounts()).containsExactly(150);
  }

  /** A twelfth of a way of 10 % is less than the dead band: such a step would never be taken. */
  @Test
  void dampingDoesNotStopTheWay() {
    double[] has = {550, 459};
    for (int i = 0; i < 4; i++) {
      Problem problem = new Problem(List.of(claim(INF, has[0]), claim(INF, has[1])), 1_009);
      has = step(problem, dampings(2), Stability.LEAST_GAIN).amounts();
    }
    assertThat(has[1]).isCloseTo(504.5, within(0.02 * 504.5));
  }

  @Test
  void randomStepsKeepTheLaw() {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 20_000; run++) {
      Problem problem = randomProblem(random);
      if (!(new ProportionalFair().decide(problem) instanceof Targets.Found found)) {
        continue;
      }
      double[] after = step(problem, dampings(problem.claims().size())).amounts();
      double sum = 0;
      for (int i = 0; i < after.length; i++) {
        sum += after[i];
        Claim claim = problem.claims().get(i);
        double least = Math.min(claim.holding(), found.amounts()[i]);
        double most = Math.max(claim.holding(), found.amounts()[i]);
        double cut = Math.min(1, problem.capacity() / total(problem));
        assertThat(after[i])
            .as("run %d of seed 11, queue %d", run, i)
            .isBetween(
                Math.min(least * cut, claim.least()) - 1e-6, Math.max(most, claim.least()) + 1e-6);
      }
      assertThat(sum).as("run %d of seed 11", run).isLessThanOrEqualTo(problem.capacity() + 1e-6);
    }
  }

  private static double total(Problem problem) {
    return problem.claims().stream().mapToDouble(Claim::holding).sum();
  }

  private static Problem randomProblem(SplittableRandom random) {
    List<Claim> claims = new ArrayList<>();
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      double demand = random.nextBoolean() ? INF : random.nextDouble() * 400;
      double floor = random.nextInt(4) == 0 ? random.nextDouble() * 50 : 0;
      claims.add(
          new Claim(
              0.1 + random.nextDouble() * 5,
              demand,
              floor,
              INF,
              0,
              Optional.of(1 + random.nextDouble() * 400),
              Optional.empty()));
    }
    return new Problem(claims, 1_000);
  }

  private static Stepper.Step step(Problem problem, List<Damping> dampings) {
    return step(problem, dampings, Stability.GAIN);
  }

  private static Stepper.Step step(Problem problem, List<Damping> dampings, double gain) {
    Targets.Found found = (Targets.Found) new ProportionalFair().decide(problem);
    return Stepper.step(problem, found, dampings, gain, 10);
  }

  private static List<Damping> dampings(int count) {
    List<Damping> dampings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dampings.add(new Damping());
    }
    return dampings;
  }

  private static Claim claim(double demand, double allocation) {
    return new Claim(1, demand, 0, INF, allocation, Optional.of(allocation), Optional.empty());
  }
}
