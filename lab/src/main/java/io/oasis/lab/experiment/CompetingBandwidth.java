package io.oasis.lab.experiment;

import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Stage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** OASIS, Figure 3: a sequential and a random worker want more than their disk has. */
final class CompetingBandwidth implements Experiment {
  private static final int SECONDS = 240;
  private static final int JUDGED_FROM = 120;

  /** Twice the paper's: see {@link #remark}. */
  private static final double RATE = 120;

  private static final int MOST_OUTSTANDING = 64;

  /** Both kinds of 4 KiB read together, measured once without control; told to references only. */
  private static final double CAPACITY = 170;

  @Override
  public Outline outline() {
    return Outline.of(
        "oasis-competing-bandwidth",
        "OASIS, Figure 3",
        "Two workers, 4 KiB reads at 120 IOPS each for 240 s, one sequential, one random, at"
            + " most 64 outstanding each, on one 7200 rpm disk behind an elevator; judged over"
            + " the last 120 s.");
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    HardDisk<Elevator.Run<Io>> disk = new HardDisk<>(Disks.named("barracuda-36es2-raw"));
    Backend backend = new Backend(trial.world.time(), new Elevator<>(disk, 1, 128 << 10));
    Stage.Arrival arrival = new Stage.Arrival.Open(RATE, false, MOST_OUTSTANDING);
    Stage stage = Stage.random(arrival).within(0, disk.capacityBytes());
    trial.add(
        trial.world.run(
            host, trial.world.lun(host, "sda", backend, 0), "seq", 0, stage.sequentially(1)));
    trial.add(trial.world.run(host, trial.world.lun(host, "sdb", backend, 0), "random", 0, stage));
    switch (control) {
      case Control.EVEN -> Control.even(trial.places, CAPACITY);
      case Control.CLAIRVOYANT -> Control.clairvoyant(trial.places, CAPACITY, RATE, RATE);
      default -> trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    measure(trial, recorder);
    return trial.result();
  }

  private static void measure(Trial trial, Recorder recorder) {
    double sequential = recorder.iops(0, JUDGED_FROM, SECONDS);
    double random = recorder.iops(1, JUDGED_FROM, SECONDS);
    double queueSequential = recorder.outstanding(0, JUDGED_FROM, SECONDS);
    double queueRandom = recorder.outstanding(1, JUDGED_FROM, SECONDS);
    trial.measured("usageSequential", sequential);
    trial.measured("usageRandom", random);
    trial.measured("usageDifference", difference(sequential, random));
    trial.measured("queueSequential", queueSequential);
    trial.measured("queueRandom", queueRandom);
    trial.measured(
        "queueDifference",
        queueSequential < 0.5 && queueRandom < 0.5 ? 0 : difference(queueSequential, queueRandom));
    if (trial.isManaged()) {
      StabilityMetrics.add(
          trial.metrics, trial.world, recorder, 10, new double[] {CAPACITY / 2, CAPACITY / 2});
    }
    for (int i = 0; i < 2; i++) {
      String name = i == 0 ? "sequential" : "random";
      trial.series.add(recorder.iopsSeries(i, "usage", name));
      trial.series.add(recorder.allocationSeries(i, "allocation", name));
      trial.series.add(recorder.outstandingSeries(i, "queue", name));
    }
  }

  private static double difference(double a, double b) {
    return StrictMath.abs(a - b) / ((a + b) / 2);
  }

  @Override
  public List<Bar> bars(String policy) {
    return policy.equals(Control.CAPACITY)
        ? List.of(
            Bar.atLeast("best-effort.usageDifference", 0.01),
            Bar.atLeast("best-effort.queueDifference", 0.5),
            Bar.atMost("usageDifference", 0.01),
            Bar.atMost("queueDifference", 0.005),
            Bar.noFaults("auditFaults"))
        : List.of(
            Bar.atLeast("best-effort.usageDifference", 0.01),
            Bar.atLeast("usageDifference", 0.1),
            Bar.noFaults("auditFaults"));
  }

  @Override
  public String remark(String policy) {
    String rates =
        "Rates are twice the paper's: the elevator merges sequential reads so well that the"
            + " modelled disk carries 2 x 60 IOPS, and the paper's point is a demand beyond the"
            + " capacity.";
    return policy.equals(Control.OASIS)
        ? rates
            + " With at most 64 outstanding a held-back worker arrives no faster than it is served,"
            + " so neither of the paper's two conditions holds for the random worker and nothing is"
            + " revoked for it: Algorithm 1 leaves it where best effort does."
        : rates;
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    paper.put("best-effort.queueRandom", 13.4);
    paper.put("best-effort.queueSequential", 2.1);
    paper.put("queueDifference", 0.005);
    return paper;
  }
}
