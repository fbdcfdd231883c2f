package io.oasis.bench;

import io.oasis.lab.cosched.SampleClusters;
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
import io.oasis.manager.solver.CpSatSolver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long planning a round takes on one core, and what each way contributes. */
@Tag("bench")
class CoscheduleBenchIT {
  /** Processor time: all planning, the solver's too, is done by the thread that asks. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final Fraction RELAXED = new Fraction(9, 10);

  /** An undecided cluster is asked again with so many core-seconds of the solver. */
  private static final double UNLIMITED = 300;

  /** Seeds that no test and no golden report has. */
  private static final long FIRST_SEED = 1_000_000;

  private final BenchReport report = new BenchReport("coschedule");
  private final ExactSolver solver = new CpSatSolver();
  private final Coscheduler whole = new Coscheduler(solver, Limits.DEFAULT);
  private final Coscheduler heuristics =
      new Coscheduler(ExactSolver.NONE, new Limits(Limits.DEFAULT.steps(), 0, 0, 0));

  /** What was counted of a group of clusters. */
  private static final class Tally {
    final List<Double> millis = new ArrayList<>();
    int planned;
    int impossible;
    int feasibleNotPlanned;
    int neverDecided;
  }

  @Test
  void secondsPerRound() throws IOException {
    long start = System.nanoTime();
    solver.solve(new Packing(1, 1, Geometry.FREE, List.of(new Box(1, 1))), 1);
    System.out.printf("loading the solver once: %.0f ms%n", (System.nanoTime() - start) / 1e6);
    for (Geometry geometry : Geometry.values()) {
      for (boolean cut : new boolean[] {false, true}) {
        measure(geometry, cut, 12, Fraction.ONE, 200);
        measure(geometry, cut, 40, RELAXED, 1000);
        measure(geometry, cut, 200, RELAXED, 200);
      }
    }
    report.write();
  }

  private void measure(
      Geometry geometry, boolean cut, int workloads, Fraction rClustering, int count) {
    Wish wish = Wish.exactly(geometry, rClustering);
    Tally all = new Tally();
    Tally paper = new Tally();
    for (int i = 0; i < count; i++) {
      SplittableRandom random = new SplittableRandom(FIRST_SEED + i);
      Cluster cluster =
          cut ? SampleClusters.cut(workloads, random) : SampleClusters.random(workloads, random);
      add(all, whole, cluster, wish, cut);
      add(paper, heuristics, cluster, wish, cut);
    }
    report.row(
        "servers",
        geometry == Geometry.FREE ? "any" : "neighbours",
        "clusters",
        cut ? "cut" : "random",
        "workloads",
        workloads,
        "R_clustering",
        rClustering,
        "clusters planned",
        all.planned,
        "impossible",
        all.impossible,
        "feasible, not planned",
        all.feasibleNotPlanned,
        "never decided",
        all.neverDecided,
        "median ms",
        quantile(all, 0.5),
        "p99 ms",
        quantile(all, 0.99),
        "longest ms",
        quantile(all, 1),
        "four heuristics: planned",
        paper.planned,
        "p99 ms of them",
        quantile(paper, 0.99));
  }

  private void add(Tally tally, Coscheduler coscheduler, Cluster cluster, Wish wish, boolean cut) {
    long start = THREADS.getCurrentThreadCpuTime();
    Plan plan = coscheduler.plan(cluster, wish);
    tally.millis.add((THREADS.getCurrentThreadCpuTime() - start) / 1e6);
    switch (plan.result()) {
      case Plan.Planned _ -> tally.planned++;
      case Plan.Impossible _ -> tally.impossible++;
      case Plan.Undecided _ -> {
        if (cut || isFeasible(cluster, wish)) {
          tally.feasibleNotPlanned++;
        } else {
          tally.neverDecided++;
        }
      }
    }
  }

  private boolean isFeasible(Cluster cluster, Wish wish) {
    Coscheduler unlimited =
        new Coscheduler(solver, new Limits(2_000, 20_000, UNLIMITED, UNLIMITED));
    return unlimited.plan(cluster, wish).result() instanceof Plan.Planned;
  }

  private static double quantile(Tally tally, double part) {
    List<Double> sorted = new ArrayList<>(tally.millis);
    Collections.sort(sorted);
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
  }
}
