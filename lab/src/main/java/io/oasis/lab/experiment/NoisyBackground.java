package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.SolidState;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.List;

/** A backup is a tenant: it gets its share, and the foreground hardly notices. */
final class NoisyBackground implements Experiment {
  private static final int SECONDS = 180;
  private static final int JUDGED_FROM = 60;
  private static final double FOREGROUND = 2_000;
  private static final String ALONE = "alone";

  /** A scheduler in the array that lets the backup's reads go one by one, evenly in time. */
  private static final String PACED = "paced";

  /** What the bar asks for the backup, of its fair share. */
  private static final double LEAST = 0.9;

  private static final double BANDWIDTH = 8 * 4_096 / 80e-6;
  private static final double FAIR_BYTES = BANDWIDTH - FOREGROUND * 4_096;

  @Override
  public Outline outline() {
    return Outline.of(
            "noisy-background",
            "beyond the papers; Ceph 48226, 49975 and 64618 are its complaints",
            "On a solid-state disk: a foreground of 2000 random 4 KiB reads a second (Poisson),"
                + " beside it a backup that reads 64 KiB sequentially with 16 outstanding; judged"
                + " over the last 120 s against the foreground alone.")
        .beside(Control.BEST_EFFORT, ALONE, Control.CLAIRVOYANT, PACED);
  }

  @Override
  public RunResult run(String control, long seed) {
    RunResult alone = once(ALONE, seed);
    RunResult result = once(control, seed);
    double before = alone.metrics().getOrDefault("foregroundP99Millis", 1.0);
    double after = result.metrics().getOrDefault("foregroundP99Millis", 1.0);
    var metrics = new java.util.TreeMap<>(result.metrics());
    metrics.put("foregroundP99Ratio", StrictMath.rint(after / before * 1e4) / 1e4);
    return new RunResult(
        metrics, result.series(), result.faults(), result.decisions(), result.sha256());
  }

  private static RunResult once(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host =
        trial.world.host(
            "h", control.equals(PACED) ? LabHost.Enforcement.ARRAY : LabHost.Enforcement.HOST);
    Backend backend =
        new Backend(trial.world.time(), new SolidState<>(Disks.solidState("ssd-sata")));
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    LabHost.Place foreground =
        trial.run(
            host,
            lun,
            "foreground",
            0,
            Stage.random(new Stage.Arrival.Open(FOREGROUND, true, Integer.MAX_VALUE)));
    Stage.Arrival backup = control.equals(ALONE) ? new Stage.Arrival.Idle() : Stage.closed(16);
    LabHost.Place background =
        trial.run(host, lun, "backup", 10, Stage.random(backup).sized(64 << 10).sequentially(1));
    if (control.equals(PACED) || control.equals(Control.CLAIRVOYANT)) {
      background.throttle(Throttle.ofEach(0, 0, (long) (LEAST * FAIR_BYTES), 0));
    }
    trial.manage();
    Recorder recorder = trial.record();
    trial.world.runUntil(JUDGED_FROM);
    foreground.worker().watchLatencies();
    trial.world.runUntil(SECONDS);
    trial.measured(
        "foregroundP99Millis", foreground.worker().latencies().getValueAtPercentile(99) / 1_000.0);
    trial.measured("foregroundIops", recorder.iops(0, JUDGED_FROM, SECONDS));
    trial.measured(
        "backupMegabytesPerSecond", recorder.bytesPerSecond(1, JUDGED_FROM, SECONDS) / 1e6);
    trial.measured(
        "backupOfFairShare", recorder.bytesPerSecond(1, JUDGED_FROM, SECONDS) / FAIR_BYTES);
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, "usage", "foreground"));
    trial.series.add(recorder.iopsSeries(1, "usage", "backup"));
    trial.series.add(recorder.allocationSeries(1, "allocation", "backup"));
    return trial.result();
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.CAPACITY)
        ? "clairvoyant: the backup held by the kernel's throttle to 0.9 of its fair share, known"
            + " beforehand; paced: the same by a scheduler in the array that lets its reads go one"
            + " by one. In a slice of the throttle the backup has 16 reads at the disk until its"
            + " part is used up, so 99 of 100 reads of the foreground see hardly less than at best"
            + " effort; and a backup that has 0.9 of what is left keeps every unit of the disk"
            + " busy for 0.88 of the time, so some reads wait whatever the order."
        : "";
  }

  @Override
  public List<Bar> bars(String policy) {
    return policy.equals(Control.CAPACITY)
        ? List.of(
            Bar.atLeast("backupOfFairShare", LEAST).promised(),
            Bar.atMost("foregroundP99Ratio", 1.2)
                .unlessMissedBy(
                    PACED, "no order of service interrupts the read of the backup that is on"),
            Bar.atMost("foregroundP99Millis", 1.05, "clairvoyant.foregroundP99Millis"),
            Bar.noFaults("auditFaults"))
        : List.of(Bar.noFaults("auditFaults"));
  }
}
