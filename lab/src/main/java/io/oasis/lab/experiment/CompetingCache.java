package io.oasis.lab.experiment;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.device.Cached;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Stage;
import io.oasis.lab.loop.CacheNode;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** OASIS, Figure 5: two workers want 100 MB each of a cache of 150 MB. */
final class CompetingCache implements Experiment {
  private static final int MB = 1_000_000;
  private static final int BLOCK = 4_096;
  private static final long WORKING_SET = 100L * MB / BLOCK * BLOCK;
  private static final double TOTAL = 150.0 * MB;
  private static final int SECONDS = 900;
  private static final int SECOND_STARTS = 150;
  private static final int LAST_THIRD = 600;

  /**
   * Each worker first reads its working set in its order, in this time: long enough for a period of
   * latencies, and over well before the second one starts.
   */
  private static final double WARM_SECONDS = 80;

  private static final long HIT_NANOS = 100_000;

  /** Hits a second of 75 MB each at 100 and 60 IOPS; 100 and 50 MB would hit 130 once filled. */
  private static final double FAIR_HITS_100_AND_60 = 120;

  /** What is varied: the initial allocation in MB and the rates of the two workers. */
  private record Variant(String name, int initial, double first, double second) {}

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("", 80, 15, 15),
          new Variant(".initial20", 20, 15, 15),
          new Variant(".initial50", 50, 15, 15),
          new Variant(".initial110", 110, 15, 15),
          new Variant(".rates100and60", 80, 100, 60));

  @Override
  public Outline outline() {
    return Outline.of(
            "oasis-competing-cache",
            "OASIS, Figure 5",
            "Two workers, random 4 KiB reads at 15 IOPS, working sets of 100 MB on disks of their"
                + " own, a cache of 150 MB, 80 MB at first; the second starts at 150 s; 900 s. Also"
                + " with 20, 50 and 110 MB at first, and with 100 and 60 IOPS.")
        .under(Control.PROPORTIONAL_FAIR, Control.OASIS, Control.LARGEST_GAIN)
        .beside(Control.BEST_EFFORT, Control.EVEN);
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(VARIANTS, variant -> run(control, seed, variant));
  }

  private static RunResult run(String control, long seed, Variant variant) {
    Trial trial = new Trial(control, seed);
    BlockCache cache = cache(control);
    double[] rates = {variant.first, variant.second};
    List<Cached<Io>> caches = workers(trial, control, cache, rates);
    trial.manage();
    if (trial.isManaged()) {
      CacheNode node = trial.world.cache(cache, TOTAL, (double) variant.initial * MB);
      for (int owner = 0; owner < 2; owner++) {
        int which = owner;
        trial
            .world
            .time()
            .at(
                (1 + (long) owner * SECOND_STARTS) * Timeline.SECOND,
                () ->
                    node.add(
                        trial.places.get(which), which, caches.get(which), warmedNanos(which)));
      }
    }
    observe(
        trial,
        variant,
        caches,
        control.equals(Control.BEST_EFFORT) ? cache::bytesOf : cache::partitionBytes);
    return trial.result();
  }

  private static BlockCache cache(String control) {
    if (control.equals(Control.BEST_EFFORT)) {
      return BlockCache.shared((long) TOTAL, BLOCK);
    }
    BlockCache cache = BlockCache.partitioned(BLOCK);
    if (control.equals(Control.EVEN)) {
      cache.resize(0, (long) (TOTAL / 2));
      cache.resize(1, (long) (TOTAL / 2));
    }
    return cache;
  }

  private static List<Cached<Io>> workers(
      Trial trial, String control, BlockCache cache, double[] rates) {
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    List<Cached<Io>> caches = new ArrayList<>();
    for (int owner = 0; owner < 2; owner++) {
      Cached<Io> cached =
          new Cached<>(new HardDisk<>(Disks.named("barracuda-36es2")), cache, owner, HIT_NANOS);
      caches.add(cached);
      Backend backend = new Backend(trial.world.time(), cached);
      Stage reads = Stage.random(Stage.rate(rates[owner])).within(0, WORKING_SET);
      trial.run(
          host,
          trial.world.lun(host, owner == 0 ? "sda" : "sdb", backend, 0),
          owner == 0 ? "first" : "second",
          2 + (double) owner * SECOND_STARTS,
          warm(control.equals(Control.BEST_EFFORT) && owner == 1),
          reads);
    }
    return caches;
  }

  /**
   * @param bytes what each worker has of the cache
   */
  private static void observe(
      Trial trial, Variant variant, List<Cached<Io>> caches, IntToLongFunction bytes) {
    Recorder recorder = trial.record();
    double[][] sizes = new double[2][SECONDS];
    long hitsBefore = 0;
    for (int second = 0; second < SECONDS; second++) {
      hitsBefore = second == LAST_THIRD ? hits(caches) : hitsBefore;
      trial.world.runUntil(second + 1);
      for (int owner = 0; owner < 2; owner++) {
        sizes[owner][second] = bytes.applyAsLong(owner) / (double) MB;
      }
    }
    trial.measured(
        "hitsPerSecond" + variant.name,
        (hits(caches) - hitsBefore) / (double) (SECONDS - LAST_THIRD));
    measure(trial, variant, sizes);
    for (int owner = 0; owner < 2; owner++) {
      String name = owner == 0 ? "first" : "second";
      trial.series.add(recorder.latencySeries(owner, "latency" + variant.name, name));
    }
  }

  /**
   * Reads the working set in its order; of the second worker of best effort as much as the first
   * one leaves room for ("but has only 60 MB of cache space to hold its working set").
   */
  private static Stage warm(boolean onlyWhatIsFree) {
    long range = onlyWhatIsFree ? (long) TOTAL - WORKING_SET : WORKING_SET;
    double rate = WORKING_SET / (double) BLOCK / WARM_SECONDS;
    return new Stage(WARM_SECONDS, Stage.rate(rate), BLOCK, 1, 1, 0, range);
  }

  private static long warmedNanos(int owner) {
    return (long) ((2 + owner * SECOND_STARTS + WARM_SECONDS) * Timeline.SECOND);
  }

  private static long hits(List<Cached<Io>> caches) {
    return caches.stream().mapToLong(Cached::hits).sum();
  }

  private static void measure(Trial trial, Variant variant, double[][] sizes) {
    String name = variant.name;
    double most = 0;
    for (int owner = 0; owner < 2; owner++) {
      double sum = 0;
      double low = Double.MAX_VALUE;
      double high = 0;
      for (int second = LAST_THIRD; second < SECONDS; second++) {
        sum += sizes[owner][second];
        low = StrictMath.min(low, sizes[owner][second]);
        high = StrictMath.max(high, sizes[owner][second]);
      }
      double mean = sum / (SECONDS - LAST_THIRD);
      trial.measured((owner == 0 ? "finalFirst" : "finalSecond") + name, mean);
      trial.measured(
          (owner == 0 ? "offFirst" : "offSecond") + name, StrictMath.abs(mean - TOTAL / 2 / MB));
      most = StrictMath.max(most, high - low);
      trial.series.add(
          new Series("cache" + name, owner == 0 ? "first" : "second", "MB", sizes[owner]));
    }
    trial.measured("variation" + name, most);
    double before = sizes[0][SECOND_STARTS - 1];
    for (int second = SECOND_STARTS; second < SECONDS; second++) {
      if (sizes[0][second] < before - 0.01) {
        trial.measured("firstRevocation" + name, before - sizes[0][second]);
        break;
      }
    }
    trial.measured("auditFaults", trial.world.audit().faults().size());
  }

  @Override
  public String remark(String policy) {
    return switch (policy) {
      case Control.PROPORTIONAL_FAIR -> "";
      case Control.LARGEST_GAIN ->
          "At equal rates every split hits equally often, so any is as good; at unequal rates it"
              + " gives the busier one all it can use, and the other what is left. What is given"
              + " after the warm-up fills at the pace of misses: 25 MB have not within 900 s.";
      default ->
          "The first revocation is the paper's 10 MB, and sizes end around 75 MB from any start. At"
              + " 100 and 60 IOPS they stay within 1 MB; at 15 a quarter of an hour has too few"
              + " reads to tell a hit ratio better than to 0.4 %, and from 20 and 50 MB partitions"
              + " still fill after 900 s.";
    };
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    switch (policy) {
      case Control.PROPORTIONAL_FAIR -> bars.addAll(convergence());
      case Control.LARGEST_GAIN -> {
        bars.add(Bar.atLeast("finalFirst.rates100and60", 99));
        bars.add(Bar.atLeast("hitsPerSecond.rates100and60", FAIR_HITS_100_AND_60));
      }
      default -> {
        bars.add(Bar.atLeast("firstRevocation", 9.9));
        bars.add(Bar.atMost("firstRevocation", 10.1));
        bars.addAll(convergence());
        bars.add(Bar.atLeast("best-effort.finalFirst", 76));
        bars.add(Bar.atMost("best-effort.finalFirst", 99));
      }
    }
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }

  /** 75 MB each from any initial size and at any rates, and there they stay. */
  private static List<Bar> convergence() {
    List<Bar> bars = new ArrayList<>();
    for (Variant variant : VARIANTS) {
      bars.add(Bar.atMost("offFirst" + variant.name, 1));
      bars.add(Bar.atMost("offSecond" + variant.name, 1));
      bars.add(Bar.atMost("variation" + variant.name, 1));
    }
    return bars;
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    paper.put("firstRevocation", 10.0);
    paper.put("finalFirst", 75.0);
    paper.put("finalSecond", 75.0);
    return paper;
  }
}
