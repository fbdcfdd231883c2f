package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is planned for a cluster, and what is said when nothing can be. */
class CoschedulerTest {
  /** Section 4.4: "the workloads are {(7, 1/6), (5, 1/3), (3, 1/2), (5, 1/2), (5, 1/2)}". */
  private static final Cluster PAPER =
      new Cluster(
          10,
          List.of(
              workload("a", 7, "1/6"),
              workload("b", 5, "1/3"),
              workload("c", 3, "1/2"),
              workload("d", 5, "1/2"),
              workload("e", 5, "1/2")));

  private final Coscheduler heuristics = new Coscheduler(ExactSolver.NONE, Limits.DEFAULT);

  /** Shows the paper's cluster planned without loss, on any servers and on neighbours. */
  @ParameterizedTest
  @EnumSource(Geometry.class)
  void thePapersClusterIsPlannedWithoutLoss(Geometry geometry) {
    Schedule schedule = schedule(heuristics.plan(PAPER, wish(geometry, "1", "0.9")));
    assertThat(schedule.rClustering()).isEqualTo(Fraction.ONE);
    assertThat(schedule.roundTicks()).isEqualTo(6);
    assertThat(schedule.used()).isEqualTo(56.0 / 60);
    assertThat(schedule.of(0)).isNotEmpty();
  }

  /** Section 3.5: "we relax R_clustering (for instance, we might next try 0.95) and repeat". */
  @Test
  void rClusteringIsRelaxedUntilItFits() {
    List<Workload> workloads = new ArrayList<>();
    IntStream.range(0, 3).forEach(i -> workloads.add(workload("w" + i, 2, "0.36")));
    Plan plan = heuristics.plan(new Cluster(3, workloads), wish(Geometry.FREE, "1", "0.9"));
    assertThat(plan.attempts().stream().map(Plan.Attempt::rClustering).distinct())
        .containsExactly(Fraction.ONE, new Fraction(19, 20), new Fraction(9, 10));
    assertThat(schedule(plan).rClustering()).isEqualTo(new Fraction(25, 27)); // 1 / 1.08
  }

  /** Shows that a round is as short as what was found allows, though a longer one was allowed. */
  @Test
  void aRoundIsNoLongerThanItsTimeslices() {
    Plan plan = heuristics.plan(PAPER, wish(Geometry.FREE, "0.9", "0.9"));
    assertThat(schedule(plan).rClustering()).isEqualTo(Fraction.ONE);
  }

  /** Shows the solver being asked where the heuristics gave up, for any servers first. */
  @Test
  void theSolverIsAskedForAnyServersFirst() {
    List<Geometry> asked = new ArrayList<>();
    ExactSolver infeasible =
        (packing, work) -> {
          asked.add(packing.geometry());
          return new ExactSolver.Answer.Infeasible();
        };
    Coscheduler coscheduler = new Coscheduler(infeasible, new Limits(1, 0, 1, 1));
    Plan plan = coscheduler.plan(hard(), Wish.exactly(Geometry.CONTIGUOUS, Fraction.ONE));
    assertThat(plan.attempts().getLast().by()).isEqualTo("solver");
    assertThat(asked).isNotEmpty().containsOnly(Geometry.FREE);
    assertThat(plan.result()).isInstanceOf(Plan.Impossible.class);
  }

  /** Shows that without a solver what is not found stays undecided, with the reason. */
  @Test
  void withoutSolverItIsUndecided() {
    Plan plan =
        new Coscheduler(ExactSolver.NONE, new Limits(1, 0, 1, 1))
            .plan(hard(), Wish.exactly(Geometry.FREE, Fraction.ONE));
    assertThat(plan.result()).isEqualTo(new Plan.Undecided("there is no solver"));
  }

  /** Shows that what would take too much memory is not tried, where it is on any servers. */
  @Test
  void neighboursOnVeryManyServersAreNotTried() {
    List<Workload> workloads = new ArrayList<>();
    IntStream.range(0, 500).forEach(i -> workloads.add(workload("w" + i, 300, "1/200")));
    Cluster cluster = new Cluster(1_000, workloads);
    Plan plan = heuristics.plan(cluster, wish(Geometry.CONTIGUOUS, "1", "1"));
    assertThat(plan.result())
        .isEqualTo(new Plan.Undecided("too many servers to be placed as neighbours"));
    assertThat(plan.attempts())
        .containsExactly(
            new Plan.Attempt(
                Fraction.ONE, "heuristics", "too many servers to be placed as neighbours", 0));
    schedule(heuristics.plan(cluster, wish(Geometry.FREE, "1", "1")));
  }

  @Test
  void whatIsTooLargeIsNamed() {
    assertConflict(
        new Cluster(4, List.of(workload("a", 5, "1/6"), workload("b", 1, "1"))),
        Conflict.Kind.TOO_LARGE,
        "a needs 5 servers and there are 4.",
        "a");
  }

  @Test
  void whatNeedsTooMuchTimeIsNamed() {
    assertConflict(
        new Cluster(
            3,
            List.of(
                workload("a", 1, "1/5"),
                workload("b", 1, "1/5"),
                workload("x", 1, "1/20"),
                workload("c", 3, "2/5"),
                workload("d", 2, "1/2"),
                workload("e", 1, "1/2"))),
        Conflict.Kind.TOO_MUCH_TIME,
        "a, b, c, d, e together need the whole time of 3.1 servers; there are 3.",
        "a",
        "b",
        "c",
        "d",
        "e");
  }

  @Test
  void whatCannotBeServedAtTheSameTimeIsNamed() {
    assertConflict(
        new Cluster(
            4, List.of(workload("a", 3, "1/2"), workload("x", 1, "1/6"), workload("b", 3, "2/3"))),
        Conflict.Kind.TOO_FEW_AT_ONCE,
        "Of a, b at most 1 can be served at the same time by 4 servers, so they need 1.167 rounds'"
            + " time; there are 1.",
        "a",
        "b");
  }

  @Test
  void whatCannotShareAServerIsNamed() {
    assertConflict(
        new Cluster(
            4, List.of(workload("a", 2, "2/3"), workload("x", 1, "1/6"), workload("b", 3, "3/5"))),
        Conflict.Kind.TOO_FEW_PER_SERVER,
        "Of a, b at most 1 can share a server within a round, so they need 5 servers; there are 4.",
        "a",
        "b");
  }

  /** Shows a proof by trying everything, where there is room enough by count. */
  @Test
  void whatHasNoArrangementIsNamed() {
    Conflict conflict =
        conflict(
            new Cluster(
                2,
                List.of(
                    workload("a", 1, "0.6"),
                    workload("b", 1, "0.45"),
                    workload("c", 1, "0.45"),
                    workload("d", 1, "0.45"))),
            "1");
    assertThat(conflict.kind()).isEqualTo(Conflict.Kind.NO_ARRANGEMENT);
    assertThat(conflict.words()).contains("no arrangement of their timeslices fits");
  }

  /** Shows slices of a server named in any order, and that a share in several ticks is checked. */
  @Test
  void aScheduleTakesSlicesInAnyOrder() {
    Workload late = workload("late", 2, "1/3");
    Workload early = workload("early", 1, "2/3");
    Timeslice second = new Timeslice(late, 2, 1, List.of(0, 1));
    Timeslice first = new Timeslice(early, 0, 2, List.of(0));
    Schedule schedule = new Schedule(2, 3, 3, List.of(second, first));
    assertThat(schedule.of(0)).containsExactly(first, second);
    assertThat(schedule.of(1)).containsExactly(second);
    assertThatThrownBy(() -> new Schedule(1, 3, 3, List.of(new Timeslice(early, 0, 1, List.of(0)))))
        .hasMessageContaining("is shorter than its share");
  }

  /** Shows that a schedule that is none is refused, whoever made it. */
  @Test
  void aScheduleChecksItself() {
    Workload a = workload("a", 1, "1/2");
    Workload b = workload("b", 2, "1/2");
    Timeslice first = new Timeslice(a, 0, 2, List.of(0));
    assertThatThrownBy(
            () -> new Schedule(2, 4, 4, List.of(first, new Timeslice(b, 1, 2, List.of(0, 1)))))
        .hasMessageContaining("overlaps with a");
    assertThatThrownBy(
            () -> new Schedule(2, 4, 4, List.of(first, new Timeslice(b, 3, 2, List.of(0, 1)))))
        .hasMessageContaining("ends after the round");
    assertThatThrownBy(() -> new Schedule(2, 4, 4, List.of(new Timeslice(a, 0, 1, List.of(0)))))
        .hasMessageContaining("is shorter than its share");
    assertThatThrownBy(() -> new Schedule(2, 4, 4, List.of(new Timeslice(b, 0, 2, List.of(0)))))
        .hasMessageContaining("has too few servers");
  }

  /**
   * The two of two servers at the ends, the long ones overlapping in between: no order leads there.
   */
  static Cluster hard() {
    return new Cluster(
        3,
        List.of(
            workload("a", 1, "2/5"),
            workload("b", 2, "3/10"),
            workload("c", 2, "3/10"),
            workload("d", 1, "3/5"),
            workload("e", 1, "3/5")));
  }

  private static Wish wish(Geometry geometry, String first, String least) {
    return new Wish(geometry, Fraction.parse(first), Fraction.parse(least));
  }

  private static Schedule schedule(Plan plan) {
    assertThat(plan.result()).isInstanceOf(Plan.Planned.class);
    return ((Plan.Planned) plan.result()).schedule();
  }

  private Conflict conflict(Cluster cluster, String rClustering) {
    Plan plan = heuristics.plan(cluster, wish(Geometry.FREE, rClustering, rClustering));
    assertThat(plan.result()).isInstanceOf(Plan.Impossible.class);
    return ((Plan.Impossible) plan.result()).conflict();
  }

  private void assertConflict(Cluster cluster, Conflict.Kind kind, String words, String... names) {
    Conflict conflict = conflict(cluster, "1");
    assertThat(conflict.kind()).isEqualTo(kind);
    assertThat(conflict.workloads().stream().map(Workload::name)).containsExactlyInAnyOrder(names);
    if (words != null) {
      assertThat(conflict.words()).isEqualTo(words);
    }
  }
}
