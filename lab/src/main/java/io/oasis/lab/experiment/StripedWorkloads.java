package io.oasis.lab.experiment;

import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.lab.insulation.StripedCluster;
import io.oasis.lab.insulation.Tenant;
import io.oasis.lab.sim.Chance;
import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Schedule;
import io.oasis.manager.planners.coschedule.Timeslice;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.planners.coschedule.Workload;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlanner;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.ServiceTimes;
import io.oasis.manager.planners.insulation.SliceEnds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Workloads striped over a cluster: tried alone, planned, and served together. */
final class StripedWorkloads {
  private static final double R = 0.9;
  private static final double PROBE_SECONDS = 10;

  /** Estimates of service times have settled then, and nothing else has to: caches begin warm. */
  private static final double WARM_SECONDS = 5;

  /** Alone a workload has in these as many requests as with a third of the time in those below. */
  private static final double ALONE_SECONDS = 100;

  /**
   * The paper judges the last five of eight minutes (section 4.4). Over fifty seconds chance moved
   * the least of Figure 13's five by 0.014 (one standard deviation), over these by 0.007.
   */
  private static final double JUDGED_SECONDS = 300;

  /** What nobody schedules is far from every bar. */
  private static final double PLAIN_SECONDS = 60;

  /** Servers out of step are looked at in so many phases. */
  private static final int PHASES = 12;

  /** In each of them. */
  private static final double PHASE_SECONDS = 10;

  private static final double HIT_MICROS = 100;
  private static final double MOST_SLICE_MICROS = 2e6;
  private static final DiskParameters DISK = Disks.named(InsulatedBrick.DISK);

  /**
   * One of them.
   *
   * @param absorbed part of its requests that the whole cache of its servers absorbs
   */
  record Striped(Tenant tenant, int servers, Fraction share, double absorbed) {}

  private final int servers;
  private final List<Striped> workloads;
  private final long cacheBytes;
  private final long seed;
  private final double[] alone;
  private final InsulationPlan insulation;
  private final Schedule schedule;

  /**
   * @param cacheBytes of each server
   */
  StripedWorkloads(int servers, List<Striped> workloads, long cacheBytes, long seed) {
    this.servers = servers;
    this.workloads = workloads;
    this.cacheBytes = cacheBytes;
    this.seed = seed;
    alone = workloads.stream().mapToDouble(this::alone).toArray();
    insulation =
        new InsulationPlanner(
                InsulatedBrick.traits(DISK),
                SliceEnds.LOST,
                StrictMath.max(1, cacheBytes),
                new Efficiency(R),
                MOST_SLICE_MICROS)
            .plan(workloads.stream().map(this::profile).toList());
    schedule = place();
  }

  private Schedule place() {
    List<Workload> list =
        workloads.stream().map(w -> new Workload(w.tenant.name(), w.servers, w.share)).toList();
    Plan plan =
        new Coscheduler(ExactSolver.NONE, Limits.DEFAULT)
            .plan(new Cluster(servers, list), Wish.exactly(Geometry.FREE, Fraction.ONE));
    return switch (plan.result()) {
      case Plan.Planned planned -> planned.schedule();
      case Plan.Impossible impossible ->
          throw new IllegalStateException("no schedule: " + impossible.conflict());
      case Plan.Undecided undecided ->
          throw new IllegalStateException("no schedule: " + undecided.why());
    };
  }

  private static List<Integer> first(int servers) {
    return IntStream.range(0, servers).boxed().toList();
  }

  private double alone(Striped workload) {
    return rate(workload, workload.tenant.depth(), cacheBytes, WARM_SECONDS, ALONE_SECONDS);
  }

  private double rate(Striped workload, int depth, long cache, double from, double seconds) {
    StripedCluster cluster = StripedCluster.plain(workload.servers, seed);
    Tenant tenant = workload.tenant;
    cluster.open(
        new Tenant(tenant.name(), 1, depth, false, tenant.pattern()),
        first(workload.servers),
        cache);
    cluster.runUntil(from + seconds);
    return cluster.perSecond(0, from, from + seconds);
  }

  private Profile profile(Striped workload) {
    SortedMap<Integer, Double> micros = new TreeMap<>();
    int depth = workload.tenant.depth();
    double last = Double.MAX_VALUE;
    for (int at = 1; at <= depth; at++) {
      last = StrictMath.min(last, 1e6 / rate(workload, at, 0, 0, PROBE_SECONDS));
      micros.put(at, last);
    }
    HitCurve hits =
        workload.absorbed > 0
            ? HitCurve.of(
                HitCurve.Shape.LINEAR, new double[] {cacheBytes}, new double[] {workload.absorbed})
            : HitCurve.NONE;
    return new Profile.Random(
        workload.tenant.name(),
        workload.share.value(),
        depth,
        new ServiceTimes(micros),
        hits,
        HIT_MICROS);
  }

  /** A round is so long that everybody's slice is what the planner asks for, or longer. */
  private double roundSeconds() {
    return insulation.workloads().stream()
            .mapToDouble(place -> place.sliceMicros() / place.profile().weight())
            .max()
            .orElseThrow()
        / 1e6;
  }

  /** The efficiency that the insulation planner promises a workload in slices of this round. */
  double predicted(int workload) {
    return insulation.workloads().get(workload).efficiency();
  }

  Schedule schedule() {
    return schedule;
  }

  /** Throughput of each by its share of its throughput alone, when nobody schedules. */
  List<Double> plain() {
    return served(StripedCluster.plain(servers, seed), PLAIN_SECONDS);
  }

  /** The same when everybody follows the schedule. */
  List<Double> synchronised(StripedCluster.Faults faults) {
    return served(StripedCluster.following(schedule, tickNanos(), faults, seed), JUDGED_SECONDS);
  }

  /**
   * The same when everybody follows the schedule, but rounds begin at any time. Two servers may be
   * nearly in step by chance, but nothing keeps them so: this is the mean of several phases, of
   * which each server has one in each of as many parts of the first one's round.
   */
  List<Double> unsynchronised() {
    double[] sums = new double[workloads.size()];
    for (long[] each : phases()) {
      List<Double> served =
          served(StripedCluster.outOfStep(schedule, tickNanos(), each, seed), PHASE_SECONDS);
      Arrays.setAll(sums, i -> sums[i] + served.get(i) / PHASES);
    }
    return Arrays.stream(sums).boxed().toList();
  }

  /** When rounds begin at each server: by phase, then by server. */
  private long[][] phases() {
    Chance chance = new Chance(seed, "phases");
    long[][] zeros = new long[PHASES][servers];
    List<Integer> parts = new ArrayList<>();
    for (int server = 1; server < servers; server++) {
      IntStream.range(0, PHASES).forEach(parts::add);
      for (long[] each : zeros) {
        int part = parts.remove((int) chance.below(parts.size()));
        each[server] = (long) ((part + chance.even()) / PHASES * roundSeconds() * 1e9);
      }
    }
    return zeros;
  }

  private List<Double> served(StripedCluster cluster, double seconds) {
    for (int i = 0; i < workloads.size(); i++) {
      Timeslice slice = schedule.timeslices().get(i);
      long bytes = (long) insulation.workloads().get(i).partitionBytes();
      cluster.open(workloads.get(i).tenant, slice.servers(), cacheBytes == 0 ? 0 : bytes);
    }
    double round = roundSeconds();
    double from = StrictMath.ceil(WARM_SECONDS / round) * round;
    double to = from + StrictMath.ceil(seconds / round) * round;
    cluster.runUntil(to);
    List<Double> efficiencies = new ArrayList<>();
    for (int i = 0; i < workloads.size(); i++) {
      double share = workloads.get(i).share.value();
      efficiencies.add(cluster.perSecond(i, from, to) / (alone[i] * share));
    }
    return efficiencies;
  }

  private double tickNanos() {
    return roundSeconds() / schedule.roundTicks() * 1e9;
  }
}
