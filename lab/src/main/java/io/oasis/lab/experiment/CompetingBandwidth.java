package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.Device;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.subsystem.TwoLevelScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * OASIS, Figure 3: a sequential and a random worker on one logical disk, at the paper's rates
 * behind the paper's scheduler, and at twice these behind an elevator alone.
 */
final class CompetingBandwidth implements Experiment {
  private static final int SECONDS = 240;
  private static final int JUDGED_SECONDS = 120;
  private static final double PAPER_RATE = 60;

  /** What each is allocated when it begins, as in Figure 4; it asks for so much before. */
  private static final double INITIAL = 8;

  private static final int LEAD = 20;

  /** More of each worker waits inside it. */
  private static final int MOST_OUTSTANDING = 64;

  /** "The total rated capacity of the logical disk device is about 100 random 4KB IOPS": 102. */
  private static final int DEPTH = 6;

  private static final int BLOCK_BYTES = 4_096;
  private static final int SECTOR_BYTES = 512;

  /**
   * @param lead seconds at the initial rate
   * @param mostBytes of neighbours that the elevator makes one read
   * @param capacity both kinds together, measured once; told to references only
   * @param isPapers whether the scheduler is of two levels and the paper's end-point counts
   */
  private record Variant(
      String name, double rate, int lead, int mostBytes, double capacity, boolean isPapers) {
    private int from() {
      return to() - JUDGED_SECONDS;
    }

    private int to() {
      return lead + SECONDS;
    }
  }

  /** Reads are raw, 4 KB each: with them merged, or read ahead, the disk carries both. */
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("", PAPER_RATE, LEAD, BLOCK_BYTES, 108, true),
          new Variant(".overload", 2 * PAPER_RATE, 0, 128 << 10, 170, false));

  @Override
  public Outline outline() {
    return Outline.of(
        "oasis-competing-bandwidth",
        "OASIS, Figure 3",
        "Two workers, 4 KiB reads for 240 s, one sequential, one random, at most 64 outstanding of"
            + " each, on one 7200 rpm disk without read-ahead; judged over the last 120 s. At 60"
            + " IOPS each, from initial allocations of 8 IOPS, behind a scheduler of two levels"
            + " (with best effort the lower one alone, an elevator); and, as overload, at 120 IOPS"
            + " each behind an elevator that merges.");
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(VARIANTS, variant -> run(control, seed, variant));
  }

  private static RunResult run(String control, long seed, Variant variant) {
    Trial trial = new Trial(control, seed);
    if (variant.isPapers && control.equals(Control.OASIS)) {
      trial.world.addEndPoints();
    }
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    HardDisk<Elevator.Run<Io>> disk = new HardDisk<>(Disks.named("barracuda-36es2-raw"));
    Elevator<Io> elevator = new Elevator<>(disk, 1, variant.mostBytes);
    Device<Io> device =
        variant.isPapers && !control.equals(Control.BEST_EFFORT)
            ? new TwoLevelScheduler<>(elevator, DEPTH, Io::worker, io -> allocation(trial, io))
            : elevator;
    Lun lun = trial.world.lun(host, "sda", new Backend(trial.world.time(), device), 0);
    work(trial, host, lun, variant, disk.capacityBytes());
    switch (control) {
      case Control.EVEN -> Control.even(trial.places, variant.capacity);
      case Control.CLAIRVOYANT ->
          Control.clairvoyant(trial.places, variant.capacity, variant.rate, variant.rate);
      default -> trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(variant.to());
    measure(trial, recorder, variant);
    return trial.result();
  }

  /** The same for all that have none. */
  private static double allocation(Trial trial, Io io) {
    return trial.places.stream()
        .filter(place -> place.worker() == io.worker())
        .mapToLong(place -> place.throttle().get(Throttle.Part.READ_IOPS))
        .filter(limit -> limit > 0)
        .findFirst()
        .orElse((long) PAPER_RATE);
  }

  private static void work(Trial trial, LabHost host, Lun lun, Variant variant, long range) {
    for (int worker = 0; worker < 2; worker++) {
      String name = worker == 0 ? "seq" : "random";
      Stage reads =
          Stage.random(new Stage.Arrival.Open(variant.rate, false, MOST_OUTSTANDING))
              .within(0, range)
              .sequentially(worker == 0 ? 1 : 0);
      Stage lead =
          Stage.random(Stage.rate(INITIAL))
              .within(0, range)
              .sequentially(worker == 0 ? 1 : 0)
              .lasting(variant.lead);
      Stage[] stages = variant.lead > 0 ? new Stage[] {lead, reads} : new Stage[] {reads};
      trial.run(host, lun, name, 0, stages);
    }
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
          trial.metrics,
          trial.world,
          recorder,
          10,
          new double[] {variant.capacity / 2, variant.capacity / 2});
    }
    for (int i = 0; i < 2; i++) {
      String worker = i == 0 ? "sequential" : "random";
      trial.series.add(recorder.iopsSeries(i, "usage" + name, worker));
      trial.series.add(recorder.allocationSeries(i, "allocation" + name, worker));
      trial.series.add(recorder.outstandingSeries(i, "queue" + name, worker));
      if (variant.isPapers) {
        draw(trial, recorder, i, "as figure 3: " + worker);
      }
    }
  }

  /** Demand, allocation and usage of a worker in disk sectors a second, as the paper draws them. */
  private static void draw(Trial trial, Recorder recorder, int worker, String panel) {
    double[] demand = new double[recorder.seconds()];
    Arrays.fill(demand, 0, LEAD, INITIAL);
    Arrays.fill(demand, LEAD, demand.length, PAPER_RATE);
    trial.series.add(inSectors(panel, "demand", demand));
    trial.series.add(
        inSectors(panel, "allocation", recorder.allocationSeries(worker, panel, "").values()));
    trial.series.add(inSectors(panel, "usage", recorder.iopsSeries(worker, panel, "").values()));
  }

  private static Series inSectors(String panel, String name, double[] iops) {
    double[] sectors = Arrays.stream(iops).map(each -> each * BLOCK_BYTES / SECTOR_BYTES).toArray();
    return new Series(panel, name, "sectors/s", sectors);
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
    return "Behind the scheduler of two levels the disk is good for 108 of both kinds: both workers"
        + " fill their 64 places, and its upper level alone would give each half. The elevator"
        + " alone carries 2 x 60 IOPS, with nearly twice as many waiting of the random worker; the"
        + " paper's did not."
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
