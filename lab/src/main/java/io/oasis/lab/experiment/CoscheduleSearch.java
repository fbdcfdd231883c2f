package io.oasis.lab.experiment;

import io.oasis.lab.cosched.SampleClusters;
import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Order;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Share;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.solver.CpSatSolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Co-scheduling, section 3.6: what makes the search for a schedule shorter. Work is counted in
 * boxes put or taken back, which are the same on every machine.
 */
final class CoscheduleSearch implements Experiment {
  private static final String FREE = "any-servers";
  private static final String CONTIGUOUS = "neighbouring-servers";

  /** Figure 9. */
  private static final int RELAXED_WORKLOADS = 13;

  private static final int RELAXED_CLUSTERS = 16;
  private static final int[] PERCENTS = {100, 95, 90, 85, 80};

  /** Of the sizes of Figure 10 those whose search is not over at once. */
  private static final int[] PARALLEL_WORKLOADS = {10, 14, 20, 30, 40};

  private static final int PARALLEL_CLUSTERS = 10;

  /** Each heuristic once, then orders near theirs. */
  private static final Limits SEARCH = new Limits(1, 100_000, 0, 0);

  /** Rows of the paper. */
  enum Kind {
    /** The round is made longer. */
    RELAXED("Figure 9"),

    /** The search is divided. */
    PARALLEL("Figure 10");

    private final String figure;

    Kind(String figure) {
      this.figure = figure;
    }
  }

  private final Kind kind;

  CoscheduleSearch(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "cosched-" + kind.name().toLowerCase(Locale.ROOT),
            "Co-scheduling, " + kind.figure,
            switch (kind) {
              case RELAXED ->
                  "Each seed: 16 clusters of 13 workloads as in section 3.6.1, planned at each"
                      + " R_clustering from 1 to 0.8.";
              case PARALLEL ->
                  "Each seed: 10 clusters of each of 10, 14, 20, 30 and 40 workloads as in section"
                      + " 3.6.1 at R_clustering 0.9; one processor, or one for each server,"
                      + " among which the same heuristics and the same orders near them are"
                      + " divided, until the first has a schedule.";
            })
        .under(CONTIGUOUS, FREE)
        .beside();
  }

  @Override
  public RunResult run(String control, long seed) {
    Geometry geometry = control.equals(FREE) ? Geometry.FREE : Geometry.CONTIGUOUS;
    SplittableRandom random = new SplittableRandom(seed);
    Measures measures = new Measures();
    switch (kind) {
      case RELAXED -> relaxed(measures, geometry, random);
      case PARALLEL -> parallel(measures, geometry, random);
    }
    return measures.result();
  }

  private static void relaxed(Measures measures, Geometry geometry, SplittableRandom random) {
    Coscheduler coscheduler = new Coscheduler(new CpSatSolver(), Limits.DEFAULT);
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < RELAXED_CLUSTERS; i++) {
      clusters.add(SampleClusters.random(RELAXED_WORKLOADS, random));
    }
    double[] parts = new double[PERCENTS.length];
    double[] steps = new double[PERCENTS.length];
    double[] percents = new double[PERCENTS.length];
    for (int i = 0; i < PERCENTS.length; i++) {
      int at = PERCENTS.length - 1 - i; // a curve's points rise
      Wish wish = Wish.exactly(geometry, new Fraction(PERCENTS[i], 100));
      int planned = 0;
      int decided = 0;
      for (Cluster cluster : clusters) {
        Plan plan = coscheduler.plan(cluster, wish);
        decided += plan.result() instanceof Plan.Undecided ? 0 : 1;
        planned += plan.result() instanceof Plan.Planned ? 1 : 0;
        steps[at] += plan.steps() / (double) RELAXED_CLUSTERS;
      }
      percents[at] = PERCENTS[i] / 100.0;
      parts[at] = planned / (double) RELAXED_CLUSTERS;
      measures.add("planned." + PERCENTS[i], parts[at]);
      measures.add("steps." + PERCENTS[i], steps[at]);
      measures.least("decided", decided / (double) RELAXED_CLUSTERS);
    }
    Series.Across across = Series.Across.even("R", percents);
    measures.plot(new Series("planned", "planned", "part", across, parts));
    measures.plot(new Series("steps", "steps", "boxes", across, steps));
  }

  private static void parallel(Measures measures, Geometry geometry, SplittableRandom random) {
    Wish wish = Wish.exactly(geometry, new Fraction(9, 10));
    double[] sizes = new double[PARALLEL_WORKLOADS.length];
    double[] ones = new double[sizes.length];
    double[] all = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = PARALLEL_WORKLOADS[i];
      int found = 0;
      for (int j = 0; j < PARALLEL_CLUSTERS; j++) {
        Cluster cluster = SampleClusters.random(PARALLEL_WORKLOADS[i], random);
        Coscheduler one = new Coscheduler(ExactSolver.NONE, SEARCH);
        Plan plan = one.plan(cluster, wish);
        if (plan.result() instanceof Plan.Planned) {
          found++;
          ones[i] += plan.steps();
          all[i] += parallelSteps(cluster, wish);
        }
      }
      ones[i] /= StrictMath.max(1, found);
      all[i] /= StrictMath.max(1, found);
      measures.add("found." + PARALLEL_WORKLOADS[i], found / (double) PARALLEL_CLUSTERS);
      measures.add("steps." + PARALLEL_WORKLOADS[i], ones[i]);
      measures.add("stepsParallel." + PARALLEL_WORKLOADS[i], all[i]);
    }
    measures.add("steps", Latencies.mean(ones));
    measures.add("stepsParallel", Latencies.mean(all));
    Series.Across across = Series.Across.even("workloads", sizes);
    measures.plot(new Series("steps", "one processor", "boxes", across, ones));
    measures.plot(new Series("steps", "one a server", "boxes", across, all));
  }

  /** What the first of the processors needs; the others stop then. */
  private static double parallelSteps(Cluster cluster, Wish wish) {
    long least = SEARCH.orderSteps();
    for (int server = 0; server < cluster.servers(); server++) {
      Share share = new Share(server, cluster.servers());
      Limits limits = new Limits(1, least, 0, 0);
      Plan plan =
          new Coscheduler(ExactSolver.NONE, limits, EnumSet.allOf(Order.class), share)
              .plan(cluster, wish);
      if (plan.result() instanceof Plan.Planned) {
        least = StrictMath.min(least, plan.steps());
      }
    }
    return least;
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    switch (kind) {
      case RELAXED -> {
        bars.add(Bar.atLeast("decided", 1));
        for (int i = 1; i < PERCENTS.length; i++) {
          bars.add(Bar.atLeast("planned." + PERCENTS[i], 1, "planned." + PERCENTS[i - 1]));
        }
        bars.add(Bar.atLeast("planned.90", 1.5, "planned.100"));
        bars.add(Bar.atMost("steps.90", 1, "steps.100"));
        bars.add(Bar.atMost("steps.80", 1, "steps.90"));
      }
      case PARALLEL -> {
        for (int workloads : PARALLEL_WORKLOADS) {
          bars.add(Bar.atMost("stepsParallel." + workloads, 1, "steps." + workloads));
        }
        bars.add(Bar.atMost("stepsParallel", 0.5, "steps"));
      }
    }
    return bars;
  }

  @Override
  public String remark(String policy) {
    return kind == Kind.PARALLEL
        ? "Processors are taken one after the other and the shortest search counts: what is shown"
            + " is how the work divides, not what threads cost."
        : "";
  }
}
