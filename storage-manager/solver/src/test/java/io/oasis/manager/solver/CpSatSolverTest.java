package io.oasis.manager.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.manager.planners.coschedule.Box;
import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Packing;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.planners.coschedule.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The solver behind the port. Skipped where OR-Tools has no native library for the machine. */
class CpSatSolverTest {
  private static final String[] SHARES = {"1/2", "1/3", "2/3", "1/4", "1/5", "1/6"};
  private final CpSatSolver solver = new CpSatSolver();

  @BeforeAll
  static void needsTheLibrary() {
    ExactSolver.Answer answer =
        new CpSatSolver().solve(new Packing(1, 1, Geometry.FREE, List.of(new Box(1, 1))), 1);
    String missing = answer instanceof ExactSolver.Answer.Unknown unknown ? unknown.why() : "";
    if (!missing.isEmpty()) {
      System.out.println("CpSatSolverTest is skipped: " + missing);
    }
    assumeTrue(missing.isEmpty(), missing);
  }

  /** Shows the solver and the search to the end, which share no code, saying the same. */
  @ParameterizedTest
  @EnumSource(Geometry.class)
  void saysWhatASearchToTheEndSays(Geometry geometry) {
    Limits toTheEnd = new Limits(1_000_000, 0, 0, 0);
    Coscheduler search = new Coscheduler(ExactSolver.NONE, toTheEnd);
    Coscheduler solve = new Coscheduler(solver, new Limits(1, 0, 10, 10));
    int planned = 0;
    for (long seed = 1; seed <= 60; seed++) {
      Cluster cluster = cluster(6, seed);
      Plan searched = search.plan(cluster, Wish.exactly(geometry, Fraction.ONE));
      Plan solved = solve.plan(cluster, Wish.exactly(geometry, Fraction.ONE));
      assertThat(solved.result()).as("seed %d", seed).hasSameClassAs(searched.result());
      assertThat(solved.result()).isNotInstanceOf(Plan.Undecided.class);
      planned += solved.result() instanceof Plan.Planned ? 1 : 0;
    }
    assertThat(planned).isBetween(5, 55);
  }

  /** Shows that the same packing gives the same answer, however often it is asked. */
  @ParameterizedTest
  @EnumSource(Geometry.class)
  void saysTheSameTwice(Geometry geometry) {
    Packing packing = new Packing(8, 12, geometry, boxes(20, 3));
    ExactSolver.Answer first = solver.solve(packing, 10);
    assertThat(first).isInstanceOf(ExactSolver.Answer.Found.class);
    assertThat(new CpSatSolver().solve(packing, 10)).isEqualTo(first);
  }

  /** Shows that a packing that is too hard for the work allowed is left undecided. */
  @Test
  void endsWhenTheWorkIsDone() {
    Coscheduler coscheduler = new Coscheduler(solver, new Limits(1, 0, 0.001, 0.001));
    Plan plan = coscheduler.plan(cluster(40, 1), Wish.exactly(Geometry.FREE, Fraction.ONE));
    assertThat(plan.result()).isEqualTo(new Plan.Undecided("not decided within the work allowed"));
  }

  /** Lists workloads as section 3.6.1 of the paper does. */
  private static Cluster cluster(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Workload> workloads = new ArrayList<>();
    double area = 0;
    for (int i = 0; i < count; i++) {
      Fraction share = Fraction.parse(SHARES[random.nextInt(SHARES.length)]);
      Workload workload = new Workload("w" + i, 1 + 2 * random.nextInt(5), share);
      workloads.add(workload);
      area += workload.servers() * share.value();
    }
    return new Cluster(StrictMath.max(9, (int) StrictMath.ceil(area - 1e-9)), workloads);
  }

  private static List<Box> boxes(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boxes.add(new Box(random.nextInt(1, 4), random.nextInt(1, 4)));
    }
    return boxes;
  }
}
