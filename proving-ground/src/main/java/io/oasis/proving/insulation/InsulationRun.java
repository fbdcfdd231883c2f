package io.oasis.proving.insulation;

import io.oasis.brick.discipline.Timetable;
import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.lab.insulation.StripedCluster;
import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Schedule;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.planners.coschedule.Workload;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlanner;
import io.oasis.manager.planners.insulation.SliceEnds;
import io.oasis.proving.insulation.InsulationReport.Row;
import io.oasis.proving.rig.Janitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Runs set-ups one after the other: tenants alone, a plan, and all at once with and without it. */
final class InsulationRun {
  /** Read-ahead keeps many requests outstanding, which a block layer puts together. */
  private static final String DISK = "elevator:" + InsulatedBrick.DISK;

  private static final double MOST_SLICE_MICROS = 2e6;
  private static final long CACHE_BYTES = 128L << 20;

  /** What a planner is told where bricks have no cache. */
  private static final double NO_CACHE = 1;

  /** Until slices have found how much fits into them. */
  private static final double WARM_SECONDS = 2;

  private final Janitor janitor;
  private final Efficiency r;
  private final double seconds;
  private final Consumer<String> progress;

  /**
   * @param r that is asked of the planner
   * @param seconds for which all tenants of a set-up are measured together
   */
  InsulationRun(Janitor janitor, Efficiency r, double seconds, Consumer<String> progress) {
    this.janitor = janitor;
    this.r = r;
    this.seconds = seconds;
    this.progress = progress;
  }

  InsulationReport run(List<Setup> setups) {
    List<Row> rows = new ArrayList<>();
    for (Setup setup : setups) {
      progress.accept(setup.label() + ": " + setup.words());
      rows.addAll(setup == Setup.CLUSTER ? cluster(setup) : pair(setup));
    }
    return new InsulationReport(r.value(), seconds, rows);
  }

  private List<Row> pair(Setup setup) {
    List<Tenant> tenants = setup.tenants();
    Trials trials;
    try (Bricks bricks =
        Bricks.start(janitor, setup.label() + "-alone", 1, tenants, alone(setup))) {
      progress.accept("  each alone");
      trials = Trials.run(setup, bricks, seconds / 2);
    }
    InsulationPlan plan = plan(trials, SliceEnds.CARRIED_OVER, CACHE_BYTES);
    List<Double> uninsulated;
    try (Bricks bricks =
        Bricks.start(janitor, setup.label() + "-bare", 1, tenants, Bricks.Options.of(DISK))) {
      progress.accept("  together, uninsulated");
      uninsulated = bricks.perSecond(tenants, 1, seconds / 2);
    }
    try (Bricks bricks =
        Bricks.start(janitor, setup.label() + "-argon", 1, tenants, insulated(plan))) {
      progress.accept("  together, insulated: " + words(plan));
      double round = plan.roundMicros() / 1e6;
      List<Double> rates = bricks.perSecond(tenants, whole(WARM_SECONDS, round), rounds(round));
      return rows(setup, trials, plan, uninsulated, rates);
    }
  }

  private Bricks.Options alone(Setup setup) {
    Map<String, Long> partitions = new HashMap<>();
    setup.tenants().forEach(tenant -> partitions.put(tenant.name(), CACHE_BYTES));
    return options(Map.of(), Bricks.DISK.accessBytes(r), partitions);
  }

  private static Bricks.Options insulated(InsulationPlan plan) {
    Map<String, Long> partitions = new HashMap<>();
    for (InsulationPlan.Place place : plan.workloads()) {
      partitions.put(place.profile().name(), (long) place.partitionBytes());
    }
    String round = Double.toString(plan.roundMicros() / 1e3);
    return options(
        Map.of("discipline", "argon", "round-ms", round), plan.accessBytes(), partitions);
  }

  private static Bricks.Options options(
      Map<String, String> discipline, double accessBytes, Map<String, Long> partitions) {
    Map<String, String> device = new HashMap<>(discipline);
    device.put("model", DISK);
    device.put("access-bytes", Long.toString((long) accessBytes));
    long cache = partitions.values().stream().mapToLong(Long::longValue).sum();
    device.put("cache-bytes", Long.toString(cache));
    Map<String, Map<String, String>> exports = new HashMap<>();
    partitions.forEach(
        (name, bytes) -> exports.put(name, Map.of("cache-bytes", Long.toString(bytes))));
    return new Bricks.Options(device, exports);
  }

  private List<Row> cluster(Setup setup) {
    List<Tenant> tenants = setup.tenants();
    try (Bricks bricks =
        Bricks.start(
            janitor,
            setup.label() + "-",
            setup.bricks(),
            tenants,
            Bricks.Options.of(InsulatedBrick.DISK))) {
      progress.accept("  each alone");
      Trials trials = Trials.run(setup, bricks, seconds / 2);
      InsulationPlan plan = plan(trials, SliceEnds.LOST, NO_CACHE);
      double round = roundMicros(plan) / 1e6;
      Schedule schedule = schedule(setup);
      progress.accept("  out of step: " + words(plan));
      for (int i = 0; i < setup.bricks(); i++) {
        bricks.follow(i, table(schedule, i, round, round * i / setup.bricks()));
      }
      List<Double> outOfStep = bricks.perSecond(tenants, round, rounds(round));
      progress.accept("  in step");
      for (int i = 0; i < setup.bricks(); i++) {
        bricks.follow(i, table(schedule, i, round, 0));
      }
      List<Double> inStep = bricks.perSecond(tenants, whole(WARM_SECONDS, round), rounds(round));
      return rows(setup, trials, plan, outOfStep, inStep);
    }
  }

  /** A round is so long that everybody's slice is what the planner asks for, or longer. */
  private static double roundMicros(InsulationPlan plan) {
    return plan.workloads().stream()
        .mapToDouble(place -> place.sliceMicros() / place.profile().weight())
        .max()
        .orElseThrow();
  }

  private static Schedule schedule(Setup setup) {
    List<Workload> workloads =
        setup.tenants().stream()
            .map(
                tenant ->
                    new Workload(
                        tenant.name(), setup.bricks(), new Fraction(1, setup.tenants().size())))
            .toList();
    Plan plan =
        new Coscheduler(ExactSolver.NONE, Limits.DEFAULT)
            .plan(
                new Cluster(setup.bricks(), workloads), Wish.exactly(Geometry.FREE, Fraction.ONE));
    if (plan.result() instanceof Plan.Planned planned) {
      return planned.schedule();
    }
    throw new IllegalStateException("no schedule: " + plan.result());
  }

  private static Timetable table(
      Schedule schedule, int server, double roundSeconds, double zeroSeconds) {
    double tickNanos = roundSeconds * 1e9 / schedule.roundTicks();
    return StripedCluster.table(schedule, server, tickNanos, (long) (zeroSeconds * 1e9));
  }

  private InsulationPlan plan(Trials trials, SliceEnds ends, double cacheBytes) {
    return new InsulationPlanner(Bricks.DISK, ends, cacheBytes, r, MOST_SLICE_MICROS)
        .plan(trials.profiles());
  }

  private static double whole(double least, double round) {
    return Math.ceil(least / round) * round;
  }

  /** How long it is measured: whole rounds. */
  private double rounds(double round) {
    return whole(seconds, round);
  }

  private static String words(InsulationPlan plan) {
    List<String> slices =
        plan.workloads().stream()
            .map(
                place ->
                    String.format(
                        Locale.ROOT,
                        "%s %.0f ms (%s)",
                        place.profile().name(),
                        place.sliceMicros() / 1e3,
                        place.status()))
            .toList();
    return "slices of " + String.join(", ", slices);
  }

  private static List<Row> rows(
      Setup setup, Trials trials, InsulationPlan plan, List<Double> without, List<Double> with) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < setup.tenants().size(); i++) {
      double alone = trials.perSecond().get(i);
      double share = alone * setup.share();
      rows.add(
          new Row(
              setup.label(),
              setup.tenants().get(i).name(),
              alone,
              without.get(i) / share,
              with.get(i) / share,
              plan.workloads().get(i).efficiency()));
    }
    return rows;
  }
}
