package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static io.oasis.manager.planners.coschedule.CoschedulerTest.hard;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was tried for a plan, in which order and with how much work. */
class AttemptsTest {
  private final Coscheduler heuristics = new Coscheduler(ExactSolver.NONE, Limits.DEFAULT);

  /** Shows every attempt told, the solver's work, and the last rung's being more. */
  @Test
  void theLastRungHasMoreOfTheSolversWork() {
    List<Double> asked = new ArrayList<>();
    ExactSolver unsure =
        (packing, work) -> {
          asked.add(work);
          return new ExactSolver.Answer.Unknown("out of work");
        };
    Fraction least = new Fraction(19, 20);
    Plan plan =
        new Coscheduler(unsure, new Limits(1, 0, 0.5, 10))
            .plan(hard(), new Wish(Geometry.FREE, Fraction.ONE, least));
    assertThat(asked).containsExactly(0.5, 10.0);
    assertThat(plan.result()).isEqualTo(new Plan.Undecided("out of work"));
    assertThat(plan.attempts())
        .containsExactly(
            new Plan.Attempt(Fraction.ONE, "heuristics", "nothing found in 24 steps", 24),
            new Plan.Attempt(Fraction.ONE, "nearby orders", "nothing found in 0 steps", 0),
            new Plan.Attempt(Fraction.ONE, "solver", "out of work", 0),
            new Plan.Attempt(least, "heuristics", "nothing found in 24 steps", 24),
            new Plan.Attempt(least, "nearby orders", "nothing found in 0 steps", 0),
            new Plan.Attempt(least, "solver", "out of work", 0));
  }

  /** Any servers say nothing of neighbours, and neighbours need not be asked for where any do. */
  @ParameterizedTest
  @EnumSource(Geometry.class)
  void whatFitsOnAnyServersIsAskedForAgainAsWanted(Geometry wanted) {
    List<Geometry> asked = new ArrayList<>();
    List<Spot> spots = List.of(Spot.at(3), Spot.at(0), Spot.at(7), Spot.at(0), Spot.at(4));
    ExactSolver solver =
        (packing, work) -> {
          asked.add(packing.geometry());
          return packing.geometry() == Geometry.FREE
              ? new ExactSolver.Answer.Found(spots)
              : new ExactSolver.Answer.Unknown("out of work");
        };
    Plan plan =
        new Coscheduler(solver, new Limits(1, 0, 1, 1))
            .plan(hard(), Wish.exactly(wanted, Fraction.ONE));
    if (wanted == Geometry.FREE) {
      assertThat(asked).containsExactly(Geometry.FREE);
      assertThat(((Plan.Planned) plan.result()).schedule().timeslices())
          .extracting(Timeslice::startTick)
          .containsExactly(3, 0, 7, 0, 4);
      assertThat(plan.attempts().getLast())
          .isEqualTo(new Plan.Attempt(Fraction.ONE, "solver", "found", 0));
    } else {
      assertThat(asked).containsExactly(Geometry.FREE, Geometry.CONTIGUOUS);
      assertThat(plan.result()).isEqualTo(new Plan.Undecided("out of work"));
    }
  }

  /** A conflict is only looked for where it is told; what else ends a rung is told, too. */
  @Test
  void whatEndsARungIsTold() {
    Cluster three =
        new Cluster(
            1, List.of(workload("a", 1, "0.5"), workload("b", 1, "0.3"), workload("c", 1, "0.29")));
    Fraction least = new Fraction(9, 10);
    Plan plan = heuristics.plan(three, new Wish(Geometry.FREE, least, least));
    assertThat(plan.attempts())
        .containsExactly(new Plan.Attempt(least, "BLF", "found after 4 steps", 4));
    plan = heuristics.plan(three, Wish.exactly(Geometry.FREE, Fraction.ONE));
    assertThat(plan.attempts())
        .containsExactly(new Plan.Attempt(Fraction.ONE, "counting", "impossible", 0));
  }

  /** Shows a rung where all was tried, which is told and relaxed, and the last one's conflict. */
  @Test
  void whatHasNoArrangementIsToldAtEachRung() {
    Cluster cluster =
        new Cluster(
            2,
            List.of(
                workload("a", 1, "0.6"),
                workload("b", 1, "0.45"),
                workload("c", 1, "0.45"),
                workload("d", 1, "0.45")));
    Plan plan =
        heuristics.plan(cluster, new Wish(Geometry.FREE, Fraction.ONE, new Fraction(99, 100)));
    assertThat(plan.result()).isInstanceOf(Plan.Impossible.class);
    assertThat(plan.attempts())
        .extracting(Plan.Attempt::outcome)
        .containsExactly("impossible: all was tried", "impossible: all was tried");
  }
}
