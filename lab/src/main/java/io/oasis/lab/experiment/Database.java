package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** OASIS, Table 7: transactions, scaled up, beside an aggregation on one disk. */
final class Database implements Experiment {
  /** The paper's inter-arrival times of 0.121 ms and 0.049 ms, both slowed by this factor. */
  private static final double SLOWER = 20;

  private static final double TRANSACTIONS = 1 / 0.121e-3 / SLOWER;
  private static final double AGGREGATION = 1 / 0.049e-3 / SLOWER;
  private static final int[] SCALES = {1, 2, 4, 8};
  private static final int SECONDS = 240;
  private static final int JUDGED_FROM = 90;
  private static final double[] LEAST_GAIN = {3.3, 4.4, 5.0, 4.4};
  private static final int TRANSACTION_BYTES = 1_024;
  private static final int AGGREGATION_BYTES = 4_096;
  private static final double TRANSACTION_READS = 0.06;

  /** The aggregation does not run: the most that any allocation can give the transactions. */
  private static final String ALONE = "transactions-alone";

  private static final String ONE_DISK =
      "one disk without a write cache does no more transactions, even with nothing beside them";

  /** I/Os a second that the disk carries of both at the scales when each has half of them. */
  private static final double[] CARRIES = {198, 216, 220, 208};

  @Override
  public Outline outline() {
    return Outline.of(
            "oasis-database",
            "OASIS, Figure 7",
            "Transactions (random, 1 KiB, 6 % reads, 413 I/Os a second at scale 1, one I/O each)"
                + " scaled by 1, 2, 4 and 8, beside an aggregation (sequential, 4 KiB, 99.9 %"
                + " reads, 1020 a second, at most 32 outstanding); the paper's rates slowed by 20,"
                + " on one 7200 rpm disk.")
        .beside(Control.BEST_EFFORT, Control.CLAIRVOYANT, ALONE);
  }

  @Override
  public RunResult run(String control, long seed) {
    List<RunResult> parts = new ArrayList<>();
    for (int i = 0; i < SCALES.length; i++) {
      parts.add(run(control, seed, i));
    }
    RunResult merged = Merge.of(parts);
    if (control.equals(Control.BEST_EFFORT)) {
      return merged;
    }
    SortedMap<String, Double> metrics = new TreeMap<>(merged.metrics());
    for (int i = 0; i < SCALES.length; i++) {
      SortedMap<String, Double> before = run(Control.BEST_EFFORT, seed, i).metrics();
      String suffix = ".scale" + SCALES[i];
      metrics.put("gain" + suffix, rounded(ratio(metrics, before, "transactions" + suffix)));
      metrics.put(
          "aggregationLoss" + suffix, rounded(1 - ratio(metrics, before, "aggregation" + suffix)));
    }
    return new RunResult(
        metrics, merged.series(), merged.faults(), merged.decisions(), merged.sha256());
  }

  private static double ratio(
      SortedMap<String, Double> after, SortedMap<String, Double> before, String metric) {
    return after.getOrDefault(metric, Double.NaN) / before.getOrDefault(metric, Double.NaN);
  }

  private static double rounded(double value) {
    return StrictMath.rint(value * 1e4) / 1e4;
  }

  private static RunResult run(String control, long seed, int index) {
    int scale = SCALES[index];
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    HardDisk<Elevator.Run<Io>> disk = new HardDisk<>(Disks.named("barracuda-36es2-raw"));
    Backend backend = new Backend(trial.world.time(), new Elevator<>(disk, 1, 128 << 10));
    long range = disk.capacityBytes();
    LabHost.Place transactions =
        trial.world.run(
            host,
            trial.world.lun(host, "sda", backend, 0),
            "transactions",
            0,
            Stage.random(new Stage.Arrival.Open(TRANSACTIONS * scale, true, 8 * scale))
                .sized(TRANSACTION_BYTES)
                .reading(TRANSACTION_READS)
                .within(0, range));
    Stage.Arrival arrival =
        control.equals(ALONE)
            ? new Stage.Arrival.Idle()
            : new Stage.Arrival.Open(AGGREGATION, true, 32);
    LabHost.Place aggregation =
        trial.world.run(
            host,
            trial.world.lun(host, "sdb", backend, 0),
            "aggregation",
            0,
            Stage.random(arrival)
                .sized(AGGREGATION_BYTES)
                .sequentially(1)
                .reading(0.999)
                .within(0, range));
    trial.add(transactions);
    trial.add(aggregation);
    if (control.equals(Control.CLAIRVOYANT)) {
      double half = CARRIES[index] / 2;
      double writes = (1 - TRANSACTION_READS) * half * TRANSACTION_BYTES;
      transactions.throttle(Throttle.ofEach(0, 0, 0, (long) writes));
      aggregation.throttle(Throttle.ofEach(0, 0, (long) (half * AGGREGATION_BYTES), 0));
    }
    trial.manage();
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    String suffix = ".scale" + scale;
    trial.measured("transactions" + suffix, recorder.iops(0, JUDGED_FROM, SECONDS));
    trial.measured("aggregation" + suffix, recorder.iops(1, JUDGED_FROM, SECONDS));
    trial.measured("transactionsWaiting" + suffix, recorder.outstanding(0, JUDGED_FROM, SECONDS));
    trial.measured("aggregationWaiting" + suffix, recorder.outstanding(1, JUDGED_FROM, SECONDS));
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, "scale " + scale, "transactions"));
    trial.series.add(recorder.iopsSeries(1, "scale " + scale, "aggregation"));
    return trial.result();
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    if (policy.equals(Control.CAPACITY)) {
      for (int i = 0; i < SCALES.length; i++) {
        String scale = ".scale" + SCALES[i];
        bars.add(Bar.atLeast("gain" + scale, LEAST_GAIN[i]).unlessMissedBy(ALONE, ONE_DISK));
        bars.add(Bar.atMost("aggregationLoss" + scale, 0.35));
        bars.add(Bar.atLeast("transactions" + scale, 0.9, "clairvoyant.transactions" + scale));
        bars.add(Bar.atLeast("aggregation" + scale, 0.85, "clairvoyant.aggregation" + scale));
      }
    }
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.CAPACITY)
        ? "Best effort starves the transactions as in the paper, and they gain; but on one disk"
            + " every random write costs the stream a seek. transactions-alone: without the"
            + " aggregation, the most that any allocation can give; clairvoyant: each held to half"
            + " of the 198, 216, 220 and 208 I/Os a second that the disk carries of both. No limit"
            + " on this disk reaches 3.3, 4.4, 5 and 4.4, as the paper's five disks with write"
            + " caches did, and none that is fair leaves the stream 65 %."
        : "";
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    double[] gains = {163 / 49.0, 360 / 82.0, 803 / 142.0, 1_029 / 235.0};
    double[] losses = {
      1 - 20_472 / 26_780.0, 1 - 17_290 / 25_178.0, 1 - 15_400 / 22_933.0, 1 - 13_584 / 20_787.0
    };
    for (int i = 0; i < SCALES.length; i++) {
      paper.put("gain.scale" + SCALES[i], gains[i]);
      paper.put("aggregationLoss.scale" + SCALES[i], losses[i]);
    }
    return paper;
  }
}
