package io.oasis.lab.experiment;

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

  @Override
  public String name() {
    return "noisy-background";
  }

  @Override
  public String source() {
    return "beyond the papers; Ceph 48226, 49975 and 64618 are its complaints";
  }

  @Override
  public String setup() {
    return "On a solid-state disk: a foreground of 2000 random 4 KiB reads a second (Poisson),"
        + " beside it a backup that reads 64 KiB sequentially with 16 outstanding; judged"
        + " over the last 120 s against the foreground alone.";
  }

  @Override
  public List<String> references() {
    return List.of(Control.BEST_EFFORT, ALONE);
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
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Backend backend =
        new Backend(trial.world.time(), new SolidState<>(Disks.solidState("ssd-sata")));
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    LabHost.Place foreground =
        trial.add(
            trial.world.run(
                host,
                lun,
                "foreground",
                0,
                Stage.random(new Stage.Arrival.Open(FOREGROUND, true, Integer.MAX_VALUE))));
    Stage.Arrival backup = control.equals(ALONE) ? new Stage.Arrival.Idle() : Stage.closed(16);
    trial.add(
        trial.world.run(
            host, lun, "backup", 10, Stage.random(backup).sized(64 << 10).sequentially(1)));
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
    double bandwidth = 8 * 4_096 / 80e-6;
    double fairBytes = bandwidth - FOREGROUND * 4_096;
    trial.measured(
        "backupOfFairShare", recorder.bytesPerSecond(1, JUDGED_FROM, SECONDS) / fairBytes);
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, "usage", "foreground"));
    trial.series.add(recorder.iopsSeries(1, "usage", "backup"));
    trial.series.add(recorder.allocationSeries(1, "allocation", "backup"));
    return trial.result();
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.PROPORTIONAL_FAIR)
        ? "Both bars together ask for more than limits on rates can give: a background that gets"
            + " all that is left keeps every unit of the disk busy, and a read then waits for a"
            + " 64 KiB one before it. A scheduler with deadlines at the device could; a throttle"
            + " cannot."
        : "";
  }

  @Override
  public List<Bar> bars(String policy) {
    return policy.equals(Control.PROPORTIONAL_FAIR)
        ? List.of(
            Bar.atLeast("backupOfFairShare", 0.9),
            Bar.atMost("foregroundP99Ratio", 1.2),
            Bar.atMost("auditFaults", 0))
        : List.of(Bar.atMost("auditFaults", 0));
  }
}
