package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Policy;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.manager.core.policy.Targets;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Mode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that reserves that do not fit are cut back alike, and that people are told. */
class ReservesTest {
  private static final double CAPACITY = 1_000;

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");
  private final Policy policy = new ProportionalFair();

  private static Claim claim(double reserve) {
    return new Claim(
        3, Double.POSITIVE_INFINITY, reserve, 5_000, 100, Optional.of(120.0), Optional.of(140.0));
  }

  private static Problem problem(double... reserves) {
    List<Claim> claims = Arrays.stream(reserves).mapToObj(ReservesTest::claim).toList();
    return new Problem(claims, CAPACITY);
  }

  /** 1,500 and 500 are promised of 1,000. */
  @Test
  void allAreCutBackByTheSamePart() {
    Problem problem = problem(1_500, 500);
    Targets.Found targets = Reserves.targets(policy, problem, told.domain);
    assertThat(targets.amounts()).containsExactly(new double[] {750, 250}, within(1e-3));
    assertThat(targets.bounds()).contains(Bound.RESERVE);
    assertThat(told.domain.takeEvents())
        .singleElement()
        .asString()
        .contains("add up to 2000.0", "all reserves are cut back alike");
  }

  @Test
  void whatTheTargetsAnswerSaysNothingElseOfTheQueues() {
    Problem problem = problem(1_500, 500);
    Problem kept = Reserves.kept(problem, Reserves.targets(policy, problem, told.domain));
    Claim first = kept.claims().getFirst();
    assertThat(kept.capacity()).isEqualTo(CAPACITY);
    assertThat(first.reserve()).isCloseTo(750, within(1e-3));
    assertThat(first)
        .isEqualTo(
            new Claim(
                3,
                Double.POSITIVE_INFINITY,
                first.reserve(),
                5_000,
                100,
                Optional.of(120.0),
                Optional.of(140.0)));
  }

  @Test
  void whatFitsIsKeptAndNothingIsTold() {
    Problem problem = problem(600, 400);
    Targets.Found targets = Reserves.targets(policy, problem, told.domain);
    assertThat(targets.amounts()).containsExactly(new double[] {600, 400}, within(1e-6));
    assertThat(Reserves.kept(problem, targets)).isSameAs(problem);
    assertThat(told.domain.takeEvents()).isEmpty();
  }

  /** The paper's policy knows no reserves. */
  @Test
  void aPolicyWithStepsOfItsOwnIsNotHeldToThem() {
    Problem problem = problem(1_500, 500);
    Targets.Found stepped =
        new Targets.Found(new double[] {500, 500}, List.of(), Optional.empty(), true);
    assertThat(Reserves.kept(problem, stepped)).isSameAs(problem);
  }

  @Test
  void aPolicyThatRefusesWhatFitsIsABug() {
    Policy never =
        new Policy() {
          @Override
          public String name() {
            return "never";
          }

          @Override
          public Targets decide(Problem problem) {
            return new Targets.Refused("no");
          }
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> Reserves.targets(never, problem(1_500), told.domain))
        .withMessage("no");
  }
}
