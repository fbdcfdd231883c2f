package io.oasis.lab.insulation;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.mrc.MissRatioCurve;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.LabBrick;
import io.oasis.lab.brick.Scheduled;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.DiskTraits;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlanner;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.ServiceTimes;
import io.oasis.manager.planners.insulation.SliceEnds;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A brick with one disk, below a block layer that sorts and merges, and one cache: tenants are
 * tried alone, a plan is made of what was learned, and then they share it. Nothing the planner is
 * told is typed in: the disk's traits come from its model, depths and times and hit ratios from the
 * trials.
 */
public final class InsulatedBrick {
  /** The disk of Argon and of co-scheduling. */
  public static final String DISK = "barracuda-7200-8";

  private static final int BLOCK_BYTES = 16 << 10;
  private static final int DEPTH = 32;

  /** What a block layer sends to a disk at once. */
  private static final int MERGED_BYTES = 256 << 10;

  /** What an operating system reads ahead; Argon, section 5.2. */
  private static final long SYSTEM_ACCESS_BYTES = 64 << 10;

  /** What may be dirty of who does not write one byte after the other. */
  private static final long WRITE_BYTES = 4 << 20;

  /** What may be dirty of a stream's partition, by the whole; as in a brick. */
  private static final double DIRTY_PART = 0.5;

  private static final double HIT_MICROS = 100;
  private static final double MOST_SLICE_MICROS = 2e6;

  /** Until slices have found how much fits into them. */
  private static final double WARM_SECONDS = 5;

  private static final double ALONE_SECONDS = 20;
  private static final double SHARED_SECONDS = 40;

  /** Long slices take longer to even out what happens at their ends. */
  private static final int SHARED_ROUNDS = 50;

  private static final double PROBE_SECONDS = 10;
  private static final int CURVE_POINTS = 64;

  /** Reads that warm a cache, by its blocks. */
  private static final int WARM_TIMES = 4;

  private final DiskParameters disk = Disks.named(DISK);
  private final long cacheBytes;
  private final Efficiency r;
  private final long seed;
  private final long plainAccessBytes;
  private final int times;
  private final boolean isWhole;

  public InsulatedBrick(long cacheBytes, Efficiency r, long seed) {
    this(cacheBytes, r, seed, SYSTEM_ACCESS_BYTES);
  }

  /**
   * @param plainAccessBytes most that is read ahead without amortization; 0 for nothing
   */
  public InsulatedBrick(long cacheBytes, Efficiency r, long seed, long plainAccessBytes) {
    this(cacheBytes, r, seed, plainAccessBytes, 1, false);
  }

  private InsulatedBrick(
      long cacheBytes, Efficiency r, long seed, long plainAccessBytes, int times, boolean isWhole) {
    this.cacheBytes = cacheBytes;
    this.r = r;
    this.seed = seed;
    this.plainAccessBytes = plainAccessBytes;
    this.times = times;
    this.isWhole = isWhole;
  }

  /** The same, on which everything is measured so many times as long. */
  public InsulatedBrick measured(int longer) {
    return new InsulatedBrick(cacheBytes, r, seed, plainAccessBytes, longer, isWhole);
  }

  /** The same, which reads streams ahead as Argon does: {@link WholeAccesses}. */
  public InsulatedBrick readingWholeAccesses() {
    return new InsulatedBrick(cacheBytes, r, seed, plainAccessBytes, times, true);
  }

  /** What was learned of a tenant alone: requests per second, and what the planner needs. */
  public record Trial(Tenant tenant, double perSecond, Profile profile) {}

  /**
   * What a tenant got.
   *
   * @param millis how long its requests took
   */
  public record Answers(double perSecond, double[] millis) {
    private static Answers of(ClosedLoop loop, double from, double to) {
      return new Answers(loop.perSecond(from, to), loop.millis(from, to));
    }
  }

  /** What a planner is told of a disk. */
  public static DiskTraits traits(DiskParameters disk) {
    return new DiskTraits(
        disk.arm().averageSeekMillis() * 1e3,
        disk.arm().fullStrokeMillis() * 1e3,
        disk.rotationMillis() * 1e3,
        disk.outerMediaBytesPerSecond());
  }

  /** What the planner is told of its disk. */
  public static DiskTraits traits() {
    return traits(Disks.named(DISK));
  }

  /** Runs it with disk and cache to itself. */
  public Trial alone(Tenant tenant) {
    Site site = new Site(Kind.NONE, 1, partitioned(cacheBytes));
    CachedTarget target = site.add(tenant, 0, traits(disk).accessBytes(r), cacheBytes);
    double to = WARM_SECONDS + times * ALONE_SECONDS;
    site.time.runUntil((long) (to * Timeline.SECOND));
    double rate = site.loops.getFirst().perSecond(WARM_SECONDS, to);
    Profile profile =
        tenant.isStream()
            ? new Profile.Streaming(tenant.name(), tenant.share())
            : new Profile.Random(
                tenant.name(),
                tenant.share(),
                tenant.depth(),
                serviceTimes(tenant),
                hits(target),
                HIT_MICROS);
    return new Trial(tenant, rate, profile);
  }

  /** The same without amortization. */
  public Answers aloneAsItComes(Tenant tenant) {
    Site site = new Site(Kind.NONE, 1, partitioned(cacheBytes));
    site.add(tenant, 0, plainAccessBytes, cacheBytes);
    double to = WARM_SECONDS + times * ALONE_SECONDS;
    site.time.runUntil((long) (to * Timeline.SECOND));
    return Answers.of(site.loops.getFirst(), WARM_SECONDS, to);
  }

  /** Times at the disk, at depths that double. */
  private ServiceTimes serviceTimes(Tenant tenant) {
    SortedMap<Integer, Double> micros = new TreeMap<>();
    double last = Double.MAX_VALUE;
    for (int depth = 1; ; depth = StrictMath.min(2 * depth, tenant.depth())) {
      Site site = new Site(Kind.NONE, 1, partitioned(0));
      Tenant probe = new Tenant(tenant.name(), tenant.share(), depth, false, tenant.pattern());
      site.add(probe, 0, plainAccessBytes, 0);
      site.time.runUntil((long) (PROBE_SECONDS * Timeline.SECOND));
      last =
          StrictMath.min(last, PROBE_SECONDS * 1e6 / site.clients.getFirst().completed().count());
      micros.put(depth, last);
      if (depth == tenant.depth()) {
        return new ServiceTimes(micros);
      }
    }
  }

  private HitCurve hits(CachedTarget target) {
    MissRatioCurve curve = target.sampler().curve(cacheBytes / BLOCK_BYTES, CURVE_POINTS);
    double[] sizes = new double[CURVE_POINTS];
    double[] ratios = new double[CURVE_POINTS];
    for (int i = 0; i < CURVE_POINTS; i++) {
      sizes[i] = curve.sizeBlocks(i + 1) * BLOCK_BYTES;
      ratios[i] = 1 - curve.missRatio(i + 1);
    }
    return HitCurve.of(HitCurve.Shape.LINEAR, sizes, ratios);
  }

  public InsulationPlan plan(List<Trial> trials) {
    return new InsulationPlanner(
            traits(disk), SliceEnds.CARRIED_OVER, cacheBytes, r, MOST_SLICE_MICROS)
        .plan(trials.stream().map(Trial::profile).toList());
  }

  /**
   * What each gets when they share the brick, over whole rounds of the plan.
   *
   * @param ownDisks true when they share the cache only
   */
  public List<Answers> shared(
      List<Tenant> tenants, InsulationPlan plan, Switches on, boolean ownDisks) {
    double round = plan.roundMicros() / 1e6;
    double from = StrictMath.ceil(WARM_SECONDS / round) * round;
    double rounds = times * StrictMath.max(SHARED_ROUNDS, StrictMath.ceil(SHARED_SECONDS / round));
    double to = from + rounds * round;
    Site site =
        new Site(
            on.scheduling() ? Kind.ARGON : Kind.NONE,
            round,
            on.partitions()
                ? BlockCache.partitioned(BLOCK_BYTES)
                : BlockCache.shared(cacheBytes, BLOCK_BYTES));
    site.ownDisks = ownDisks;
    for (int i = 0; i < tenants.size(); i++) {
      double partition = plan.workloads().get(i).partitionBytes();
      if (on.partitions()) {
        site.cache.resize(i, (long) partition);
      }
      double access = on.amortization() ? plan.accessBytes() : plainAccessBytes;
      site.add(tenants.get(i), i, access, on.partitions() ? partition : cacheBytes);
    }
    site.time.runUntil((long) (to * Timeline.SECOND));
    return site.loops.stream().map(loop -> Answers.of(loop, from, to)).toList();
  }

  private static BlockCache partitioned(long bytes) {
    BlockCache cache = BlockCache.partitioned(BLOCK_BYTES);
    cache.resize(0, bytes);
    return cache;
  }

  /** One run. */
  private final class Site {
    private final Timeline time = new Timeline();
    private final DisciplineSpec spec;
    private final LabBrick brick;
    private final BlockCache cache;
    private boolean ownDisks;
    private final List<Client> clients = new ArrayList<>();
    private final List<ClosedLoop> loops = new ArrayList<>();

    Site(Kind kind, double roundSeconds, BlockCache cache) {
      this.cache = cache;
      spec =
          DisciplineSpec.of(kind)
              .withDepth(DEPTH)
              .withRoundNanos((long) (roundSeconds * Timeline.SECOND));
      brick = brick();
    }

    private LabBrick brick() {
      Elevator<Scheduled> blockLayer = new Elevator<>(new HardDisk<>(disk), 1, MERGED_BYTES);
      return new LabBrick(time, spec.create(0, new SplittableRandom(seed)), blockLayer);
    }

    /**
     * @param ofCacheBytes most that it may have of the cache
     */
    CachedTarget add(Tenant tenant, int owner, double accessBytes, double ofCacheBytes) {
      long writeBytes = tenant.isStream() ? (long) (DIRTY_PART * ofCacheBytes) : WRITE_BYTES;
      Terms terms = Terms.standard().withShare(tenant.share());
      LabBrick on = ownDisks ? brick() : brick;
      Client client = on.open(tenant.name(), terms, List.of(), 0);
      int bytes = (int) accessBytes;
      ReadAhead ahead =
          isWhole ? new WholeAccesses(BLOCK_BYTES, bytes) : ReadAhead.inPieces(BLOCK_BYTES, bytes);
      CachedTarget target = new CachedTarget(time, client, cache, owner, bytes, writeBytes, ahead);
      Pattern warming = tenant.pattern().apply(new Chance(seed, "warm " + tenant.name()));
      if (!tenant.isStream() && warming.repeats()) {
        for (long i = 0; i < WARM_TIMES * cacheBytes / BLOCK_BYTES; i++) {
          target.warm(warming.next());
        }
      }
      Chance chance = new Chance(seed, tenant.name());
      ClosedLoop loop =
          new ClosedLoop(time, tenant.pattern().apply(chance), tenant.depth(), target);
      loop.startAt(chance.below(10 * Timeline.MILLI));
      clients.add(client);
      loops.add(loop);
      return target;
    }
  }
}
