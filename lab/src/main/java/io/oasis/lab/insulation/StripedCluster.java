package io.oasis.lab.insulation;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.device.Device;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.discipline.Timetable;
import io.oasis.lab.brick.LabBrick;
import io.oasis.lab.brick.Scheduled;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.planners.coschedule.Schedule;
import io.oasis.manager.planners.coschedule.Timeslice;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Bricks with one disk each, over which workloads are striped. */
public final class StripedCluster {
  private static final int FRAGMENT_BYTES = 4 << 10;
  private static final int DEPTH = 32;

  /** A request is on its way to a server for up to so long. */
  private static final long MOST_ON_THE_WAY = Timeline.MILLI / 5;

  /** Reads that warm a cache, by its blocks. */
  private static final int WARM_TIMES = 3;

  private final Timeline time = new Timeline();
  private final List<LabBrick> bricks = new ArrayList<>();
  private final List<BlockCache> caches = new ArrayList<>();
  private final List<ClosedLoop> loops = new ArrayList<>();
  private final long seed;

  /**
   * What is wrong with the servers.
   *
   * @param skewNanos a server's clock is wrong by at most so much
   * @param slowPart the first server's disk has this part of its speed
   */
  public record Faults(long skewNanos, double slowPart) {
    /** Clocks as NTP keeps them: "say, 0.5 ms" (section 4.1). */
    public static final Faults NONE = new Faults(Timeline.MILLI / 2, 1);
  }

  private StripedCluster(long seed) {
    this.seed = seed;
  }

  /** Servers that serve whoever comes first. */
  public static StripedCluster plain(int servers, long seed) {
    StripedCluster cluster = new StripedCluster(seed);
    for (int i = 0; i < servers; i++) {
      Discipline none =
          DisciplineSpec.of(Kind.NONE).withDepth(DEPTH).create(0, new SplittableRandom(seed));
      cluster.add(none, 1);
    }
    return cluster;
  }

  /** Servers that follow a schedule, each by its own clock. */
  public static StripedCluster following(
      Schedule schedule, double tickNanos, Faults faults, long seed) {
    Chance chance = new Chance(seed, "clocks");
    long[] zeros = new long[schedule.servers()];
    for (int i = 0; i < zeros.length; i++) {
      zeros[i] = (long) ((2 * chance.even() - 1) * faults.skewNanos);
    }
    return following(schedule, tickNanos, zeros, faults.slowPart, seed);
  }

  /**
   * Servers that follow a schedule, but not in step.
   *
   * @param zeros when rounds begin at each
   */
  public static StripedCluster outOfStep(
      Schedule schedule, double tickNanos, long[] zeros, long seed) {
    return following(schedule, tickNanos, zeros, 1, seed);
  }

  private static StripedCluster following(
      Schedule schedule, double tickNanos, long[] zeros, double slowPart, long seed) {
    StripedCluster cluster = new StripedCluster(seed);
    for (int i = 0; i < zeros.length; i++) {
      Timetable table = table(schedule, i, tickNanos, zeros[i]);
      cluster.add(table.follow(DEPTH, 0), i == 0 ? slowPart : 1);
    }
    return cluster;
  }

  /** One server's part of a schedule, whose rounds begin at a moment of its clock. */
  public static Timetable table(Schedule schedule, int server, double tickNanos, long zero) {
    List<Timetable.Slice> slices = new ArrayList<>();
    for (Timeslice slice : schedule.of(server)) {
      long start = (long) (slice.startTick() * tickNanos);
      long end = (long) (slice.endTick() * tickNanos);
      slices.add(new Timetable.Slice(slice.workload().name(), start, end - start));
    }
    return new Timetable(zero, (long) (schedule.roundTicks() * tickNanos), slices);
  }

  private void add(Discipline discipline, double speed) {
    Device<Scheduled> disk = new HardDisk<>(Disks.named(InsulatedBrick.DISK));
    bricks.add(new LabBrick(time, discipline, speed < 1 ? new Slowed<>(disk, speed) : disk));
    caches.add(BlockCache.partitioned(FRAGMENT_BYTES));
  }

  /**
   * Adds a workload that is striped over these servers.
   *
   * @param cacheBytes of each server
   */
  public void open(Tenant tenant, List<Integer> servers, long cacheBytes) {
    int owner = loops.size();
    List<Target> targets = new ArrayList<>();
    for (int server : servers) {
      BlockCache cache = caches.get(server);
      cache.resize(owner, cacheBytes);
      CachedTarget target =
          new CachedTarget(
              time,
              bricks.get(server).open(tenant.name(), Terms.standard(), List.of(), 0),
              cache,
              owner,
              0,
              0);
      Pattern warming = tenant.pattern().apply(new Chance(seed, "warm " + tenant.name()));
      for (long i = 0; i < WARM_TIMES * cacheBytes / FRAGMENT_BYTES; i++) {
        target.warm(warming.next());
      }
      targets.add(target);
    }
    Chance chance = new Chance(seed, tenant.name());
    Stripe stripe = new Stripe(time, targets, MOST_ON_THE_WAY, new Chance(seed, "way"));
    ClosedLoop loop = new ClosedLoop(time, tenant.pattern().apply(chance), tenant.depth(), stripe);
    loop.startAt(chance.below(10 * Timeline.MILLI));
    loops.add(loop);
  }

  public void runUntil(double seconds) {
    time.runUntil((long) (seconds * Timeline.SECOND));
  }

  /** Requests per second of a workload, in the order in which they were added. */
  public double perSecond(int workload, double from, double to) {
    return loops.get(workload).perSecond(from, to);
  }
}
