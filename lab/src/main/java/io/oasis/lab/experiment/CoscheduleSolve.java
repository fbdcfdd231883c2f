package io.oasis.lab.experiment;

import io.oasis.lab.cosched.SampleClusters;
import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.solver.CpSatSolver;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Co-scheduling, section 3.6: how many clusters can be planned, by what. */
final class CoscheduleSolve implements Experiment {
  private static final String FREE = "any-servers";
  private static final String CONTIGUOUS = "neighbouring-servers";

  /** The paper's four heuristics with the search near them, and nothing else. */
  private static final String FREE_HEURISTICS = "heuristics-any-servers";

  private static final String CONTIGUOUS_HEURISTICS = "heuristics-neighbouring-servers";

  /** Figure 4 with some thousand steps, no other orders and no solver. */
  private static final Limits PAPER = new Limits(Limits.DEFAULT.steps(), 0, 0, 0);

  private static final Fraction RELAXED = new Fraction(9, 10);
  private static final int MOST_SMALL = 12;
  private static final List<String> GROUPS = List.of("40", "200", "to12");

  @Override
  public Outline outline() {
    return Outline.of(
            "cosched-solve",
            "Co-scheduling, Figures 5 to 8 and Table 1",
            "Each seed: at R_clustering 0.9 clusters of 40 workloads (12 as in section 3.6.1, 6 cut"
                + " from a full round and thus feasible) and of 200 (2 and 1); at R_clustering 1"
                + " one as in section 3.6.1 of each size from 4 to 12. Work is limited in steps,"
                + " not seconds; seconds are in docs/coscheduling.md.")
        .under(FREE, CONTIGUOUS)
        .beside(FREE_HEURISTICS, CONTIGUOUS_HEURISTICS);
  }

  @Override
  public RunResult run(String control, long seed) {
    Tally tally = new Tally(control);
    SplittableRandom random = new SplittableRandom(seed);
    tally.add("40", 12, RELAXED, () -> SampleClusters.random(40, random));
    tally.add("40", 6, RELAXED, () -> SampleClusters.cut(40, random));
    tally.add("200", 2, RELAXED, () -> SampleClusters.random(200, random));
    tally.add("200", 1, RELAXED, () -> SampleClusters.cut(200, random));
    for (int size = 4; size <= MOST_SMALL; size++) {
      int workloads = size;
      tally.add("to12", 1, Fraction.ONE, () -> SampleClusters.random(workloads, random));
    }
    return tally.result();
  }

  /** Counts what came of planning. */
  private static final class Tally {
    private static final ExactSolver SOLVER = new CpSatSolver();

    private final SortedMap<String, Double> metrics = new TreeMap<>();
    private final Geometry geometry;
    private final Coscheduler whole = new Coscheduler(SOLVER, Limits.DEFAULT);
    private final Coscheduler judged;

    Tally(String control) {
      geometry =
          control.equals(FREE) || control.equals(FREE_HEURISTICS)
              ? Geometry.FREE
              : Geometry.CONTIGUOUS;
      judged =
          control.equals(FREE) || control.equals(CONTIGUOUS)
              ? whole
              : new Coscheduler(ExactSolver.NONE, PAPER);
      for (String group : GROUPS) {
        for (String counted : List.of("planned", "impossible", "undecided", "feasible")) {
          count(counted + "." + group, 0);
        }
      }
    }

    void add(String group, int count, Fraction rClustering, Supplier<Cluster> clusters) {
      for (int i = 0; i < count; i++) {
        Cluster cluster = clusters.get();
        Wish wish = Wish.exactly(geometry, rClustering);
        Plan plan = judged.plan(cluster, wish);
        String outcome =
            switch (plan.result()) {
              case Plan.Planned _ -> "planned";
              case Plan.Impossible _ -> "impossible";
              case Plan.Undecided _ -> "undecided";
            };
        count(outcome + "." + group, 1);
        boolean solver = plan.attempts().getLast().by().equals("solver");
        count("bySolver." + group, solver && !outcome.equals("undecided") ? 1 : 0);
        // What is not proved to be impossible counts as feasible, whoever is judged.
        boolean feasible =
            !(plan.result() instanceof Plan.Impossible)
                && (judged == whole
                    || !(whole.plan(cluster, wish).result() instanceof Plan.Impossible));
        count("feasible." + group, feasible ? 1 : 0);
      }
    }

    private void count(String metric, double by) {
      metrics.merge(metric, by, Double::sum);
    }

    private double counted(String metric) {
      return metrics.getOrDefault(metric, 0.0);
    }

    RunResult result() {
      for (String group : GROUPS) {
        double planned = counted("planned." + group);
        double feasible = counted("feasible." + group);
        double decided = planned + counted("impossible." + group);
        metrics.put("plannedOfFeasible." + group, feasible == 0 ? 1 : planned / feasible);
        metrics.put("decided." + group, decided / (decided + counted("undecided." + group)));
        metrics.remove("undecided." + group);
      }
      return new RunResult(
          metrics, List.of(), List.of(), List.of(), Merge.sha256(List.of(metrics.toString())));
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.atLeast("plannedOfFeasible.40", 0.99),
        Bar.atLeast("plannedOfFeasible.200", 0.99),
        Bar.atLeast("decided.to12", 1));
  }

  @Override
  public SortedMap<String, Double> paper() {
    return new TreeMap<>(java.util.Map.of("plannedOfFeasible.40", 0.95));
  }
}
