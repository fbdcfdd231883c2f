package io.oasis.lab.experiment;

import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * OASIS, Figure 3: a sequential and a random worker on one logical disk, at the paper's rates and
 * at twice these, which are more than the disk has.
 */
final class CompetingBandwidth implements Experiment {
  private static final int SECONDS = 240;
  private static final int JUDGED_SECONDS = 120;
  private static final double PAPER_RATE = 60;

  /** What each is allocated when it begins, as in Figure 4; it asks for so much before. */
  private static final double INITIAL = 8;

  private static final int LEAD = 20;

  /** Both kinds of 4 KiB read together, measured once without control; told to references only. */
  private static final double CAPACITY = 170;

  /**
   * @param mostOutstanding of each worker; more waits inside it
   * @param lead seconds at the initial rate
   */
  private record Variant(String name, double rate, int mostOutstanding, int lead, String disk) {
    private int from() {
      return to() - JUDGED_SECONDS;
    }

    private int to() {
      return lead + SECONDS;
    }
  }

  /** The disk with read-ahead carries twice the paper's rates; without, its elevator does not. */
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("", PAPER_RATE, Integer.MAX_VALUE, LEAD, "barracuda-36es2"),
          new Variant(".overload", 2 * PAPER_RATE, 64, 0, "barracuda-36es2-raw"));

  @Override
  public Outline outline() {
    return Outline.of(
        "oasis-competing-bandwidth",
        "OASIS, Figure 3",
        "Two workers, 4 KiB reads for 240 s, one sequential, one random, on one 7200 rpm disk"
            + " behind an elevator; judged over the last 120 s. At 60 IOPS each, from initial"
            + " allocations of 8 IOPS; and, as overload, at 120 IOPS each, at most 64 outstanding,"
            + " without read-ahead in the disk.");
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(VARIANTS, variant -> run(control, seed, variant));
  }

  private static RunResult run(String control, long seed, Variant variant) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    HardDisk<Elevator.Run<Io>> disk = new HardDisk<>(Disks.named(variant.disk));
    Backend backend = new Backend(trial.world.time(), new Elevator<>(disk, 1, 128 << 10));
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    for (int worker = 0; worker < 2; worker++) {
      String name = worker == 0 ? "seq" : "random";
      Stage reads =
          Stage.random(new Stage.Arrival.Open(variant.rate, false, variant.mostOutstanding))
              .within(0, disk.capacityBytes())
              .sequentially(worker == 0 ? 1 : 0);
      Stage lead =
          Stage.random(Stage.rate(INITIAL))
              .within(0, disk.capacityBytes())
              .sequentially(worker == 0 ? 1 : 0)
              .lasting(variant.lead);
      Stage[] stages = variant.lead > 0 ? new Stage[] {lead, reads} : new Stage[] {reads};
      trial.run(host, lun, name, 0, stages);
    }
    switch (control) {
      case Control.EVEN -> Control.even(trial.places, CAPACITY);
      case Control.CLAIRVOYANT ->
          Control.clairvoyant(trial.places, CAPACITY, variant.rate, variant.rate);
      default -> trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(variant.to());
    measure(trial, recorder, variant);
    return trial.result();
  }

  private static void measure(Trial trial, Recorder recorder, Variant variant) {
    String name = variant.name;
    double sequential = recorder.iops(0, variant.from(), variant.to());
    double random = recorder.iops(1, variant.from(), variant.to());
    double queueSequential = recorder.outstanding(0, variant.from(), variant.to());
    double queueRandom = recorder.outstanding(1, variant.from(), variant.to());
    trial.measured("usageSequential" + name, sequential);
    trial.measured("usageRandom" + name, random);
    trial.measured("usageDifference" + name, difference(sequential, random));
    trial.measured("queueSequential" + name, queueSequential);
    trial.measured("queueRandom" + name, queueRandom);
    trial.measured(
        "queueDifference" + name,
        queueSequential < 0.5 && queueRandom < 0.5 ? 0 : difference(queueSequential, queueRandom));
    if (trial.isManaged()) {
      StabilityMetrics.add(
          trial.metrics, trial.world, recorder, 10, new double[] {CAPACITY / 2, CAPACITY / 2});
    }
    for (int i = 0; i < 2; i++) {
      String worker = i == 0 ? "sequential" : "random";
      trial.series.add(recorder.iopsSeries(i, "usage" + name, worker));
      trial.series.add(recorder.allocationSeries(i, "allocation" + name, worker));
      trial.series.add(recorder.outstandingSeries(i, "queue" + name, worker));
    }
  }

  private static double difference(double a, double b) {
    return StrictMath.abs(a - b) / ((a + b) / 2);
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars =
        new ArrayList<>(
            List.of(
                Bar.atLeast("best-effort.usageDifference.overload", 0.01),
                Bar.atMost("usageDifference", 0.01),
                Bar.atMost("queueDifference", 0.005)));
    if (policy.equals(Control.CAPACITY)) {
      bars.add(Bar.atLeast("best-effort.queueDifference.overload", 0.5));
    }
    bars.add(Bar.atMost("usageDifference.overload", 0.01));
    bars.add(Bar.atMost("queueDifference.overload", 0.005));
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }

  @Override
  public String remark(String policy) {
    return "The modelled disk carries 2 x 60 IOPS, so best effort is fair there; the paper's was"
        + " good for about 100. Queues at 60 IOPS are what waited while allocations grew: they"
        + " differ by the 1 to 5 I/Os by which one worker began earlier."
        + (policy.equals(Control.OASIS)
            ? " As overload, with at most 64 outstanding a held-back worker arrives no faster than"
                + " it is served, so neither of the paper's two conditions holds for it."
            : "");
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    paper.put("usageDifference", 0.0);
    paper.put("best-effort.queueRandom", 13.4);
    paper.put("best-effort.queueSequential", 2.1);
    paper.put("queueDifference", 0.005);
    return paper;
  }
}
