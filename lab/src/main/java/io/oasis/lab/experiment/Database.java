package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.Disks;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.subsystem.StorageSubsystem;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * OASIS, Table 7: transactions, scaled up, beside an aggregation on the paper's storage subsystem.
 *
 * <p>From the paper: five 36 GB disks of 7200 rpm, Linux 2.6.8, a storage cache; 8 million records
 * of 0.81 KB; of the transactions' I/Os 6 % are reads. At base scale there were 8,264 I/Os a second
 * (one each 0.121 ms) and 163 transactions where nothing waited, so a transaction has 50.7 I/Os of
 * 0.81 KB: 41 KB, five of PostgreSQL's pages. It writes five pages here, and a fifth of the
 * transactions are offered. The aggregation is a scan that takes what it gets, 32 of its I/Os of
 * 3.95 KB at a time, which its cache reads ahead.
 */
final class Database implements Experiment {
  private static final int[] SCALES = {1, 2, 4, 8};

  /** As many as waited in the paper's best effort, 7.2, 15.8, 19.5 and 31.8: all there were. */
  private static final int[] SESSIONS = {8, 16, 20, 32};

  private static final double TRANSACTIONS = 163 / 5.0;
  private static final int PAGES = 5;
  private static final double READS = 0.06;
  private static final int DISKS = 5;
  private static final long BYTES = 8_000_000L * 810;
  private static final int SECONDS = 240;
  private static final int JUDGED_FROM = 120;
  private static final double[] LEAST_GAIN = {3.3, 4.4, 5.0, 4.4};
  private static final double MOST_LOSS = 0.35;
  private static final double MOST_AT_DEVICE = 0.5;

  /** The aggregation does not run. */
  static final String ALONE = "transactions-alone";

  /** Static limits of the aggregation at the edge of what it may lose; a search found no better. */
  static final String FRONTIER = "frontier";

  /** In blocks a second, at each scale: 0.66 of what it has at best effort. */
  private static final int[] FRONTIER_BLOCKS = {1_195, 1_170, 1_160, 1_125};

  @Override
  public Outline outline() {
    return Outline.of(
            "oasis-database",
            "OASIS, Table 7",
            "Transactions of five I/Os (random, 8 KiB, 6 % reads; 33 offered a second, a fifth of"
                + " the paper's; 8, 16, 20 and 32 sessions) scaled by 1, 2, 4 and 8, beside an"
                + " aggregation (a scan, 128 KiB at a time) on five 7200 rpm disks with write"
                + " buffers, Linux 2.6.8's anticipatory elevator and a storage cache of 150 MB for"
                + " writes that reads ahead; judged over the last 120 of 240 s.")
        .under(Control.CAPACITY, Control.PROPORTIONAL_FAIR, Control.OASIS)
        .beside(Control.BEST_EFFORT, ALONE, FRONTIER);
  }

  @Override
  public List<Long> reportSeeds() {
    return List.of(1L, 2L, 3L);
  }

  @Override
  public RunResult run(String control, long seed) {
    List<RunResult> parts = new ArrayList<>();
    for (int i = 0; i < SCALES.length; i++) {
      parts.add(run(control, seed, i));
    }
    return Merge.of(parts);
  }

  private static RunResult run(String control, long seed, int index) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    StorageSubsystem<Io> storage =
        new StorageSubsystem<>(DISKS, Disks.named("barracuda-36es2"), BYTES, Io::follows);
    storage.fill(new SplittableRandom(seed));
    Backend backend = new Backend(trial.world.time(), storage);
    Lun tables = trial.world.lun(host, "sda", backend, 0);
    Stage updates = updates(index).within(0, storage.bytes());
    trial.add(trial.world.run(host, tables, "transactions", 0, updates));
    Lun scanned = trial.world.lun(host, "sdb", backend, 0);
    Stage scan = scan(control).within(0, storage.bytes());
    LabHost.Place aggregation = trial.add(trial.world.run(host, scanned, "aggregation", 0, scan));
    if (control.equals(FRONTIER)) {
      aggregation.throttle(Throttle.ofEach(FRONTIER_BLOCKS[index], 0, 0, 0));
    }
    trial.manage();
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    measure(trial, recorder, ".scale" + SCALES[index]);
    return trial.result();
  }

  private static Stage updates(int index) {
    Stage.Arrival offered =
        new Stage.Arrival.Transactions(TRANSACTIONS * SCALES[index], SESSIONS[index], PAGES);
    return Stage.random(offered).sized(StorageSubsystem.PAGE_BYTES).reading(READS);
  }

  private static Stage scan(String control) {
    Stage.Arrival scan =
        control.equals(ALONE) ? new Stage.Arrival.Idle() : new Stage.Arrival.Scan(DISKS);
    return Stage.random(scan).sized(StorageSubsystem.BLOCK_BYTES).sequentially(1);
  }

  private static void measure(Trial trial, Recorder recorder, String suffix) {
    for (int i = 0; i < 2; i++) {
      String name = i == 0 ? "transactions" : "aggregation";
      double each = i == 0 ? PAGES : 1;
      double atDevice = recorder.atDevice(i, JUDGED_FROM, SECONDS);
      double all = recorder.outstanding(i, JUDGED_FROM, SECONDS);
      trial.measured(name + suffix, recorder.iops(i, JUDGED_FROM, SECONDS) / each);
      trial.measured(name + "AtDevice" + suffix, atDevice);
      trial.measured(name + "Above" + suffix, StrictMath.max(0, all - atDevice));
      trial.series.add(recorder.iopsSeries(i, "usage" + suffix, name));
      trial.series.add(recorder.allocationSeries(i, "allocation" + suffix, name));
    }
    trial.measured("auditFaults", trial.world.audit().faults().size());
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < SCALES.length; i++) {
      String scale = ".scale" + SCALES[i];
      bars.add(
          Bar.atLeast("transactions" + scale, LEAST_GAIN[i], "best-effort.transactions" + scale));
      bars.add(
          Bar.atLeast("aggregation" + scale, 1 - MOST_LOSS, "best-effort.aggregation" + scale));
      bars.add(Bar.atMost("transactionsAtDevice" + scale, MOST_AT_DEVICE));
      bars.add(Bar.atMost("aggregationAtDevice" + scale, MOST_AT_DEVICE));
    }
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }

  @Override
  public String remark(String policy) {
    return "Rates of the aggregation are blocks of 32 of the paper's I/Os, of the transactions a"
        + " fifth of the paper's. Best effort is as in the paper: all sessions wait, since"
        + " writes get their turn after half a second of reads. frontier: the aggregation"
        + " held to 0.66 of what it has at best effort, the transactions to nothing: both"
        + " bars of the paper at every scale, with queues at the device. "
        + switch (policy) {
          case Control.CAPACITY ->
              "The policy knows no device time: it takes what completes under its own limits for"
                  + " what the disks carry, and holds the aggregation to a seventh or a third.";
          case Control.PROPORTIONAL_FAIR ->
              "It asks, finds that the transactions are kept out by the elevator, and holds the"
                  + " aggregation so far that they are served; where they want more than an equal"
                  + " part of the disks, at scale 8, to about half.";
          default ->
              "Both loops are closed while they wait, so neither of the paper's two conditions"
                  + " holds for the transactions.";
        };
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    double[] before = {49, 82, 142, 235};
    double[] after = {163, 360, 803, 1_029};
    double[] scanBefore = {26_780, 25_178, 22_933, 20_787};
    double[] scanAfter = {20_472, 17_290, 15_400, 13_584};
    for (int i = 0; i < SCALES.length; i++) {
      paper.put("best-effort.transactions.scale" + SCALES[i], before[i]);
      paper.put("transactions.scale" + SCALES[i], after[i]);
      paper.put("best-effort.aggregation.scale" + SCALES[i], scanBefore[i]);
      paper.put("aggregation.scale" + SCALES[i], scanAfter[i]);
    }
    return paper;
  }
}
