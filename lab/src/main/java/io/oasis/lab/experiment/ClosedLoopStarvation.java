package io.oasis.lab.experiment;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.List;

/** A one-outstanding application beside a 32-outstanding one on one FIFO device. */
final class ClosedLoopStarvation implements Experiment {
  private static final double CAPACITY = 1_000;
  private static final int SECONDS = 1_860;
  private static final int MANAGED_FROM = 0;
  private static final int JUDGED_FROM = 60;

  @Override
  public String name() {
    return "closed-loop-starvation";
  }

  @Override
  public String source() {
    return "beyond the papers; OASIS, section 3.4.1: \"Applications which wait for an I/O request"
        + " to be completed before issuing the next I/O request are at a disadvantage\"";
  }

  @Override
  public String setup() {
    return "Closed loops with 32 and with 1 outstanding 4 KiB read on a FIFO array of 1000 IOPS for"
        + " 31 minutes; limits act in the host's kernel, so held I/O is not counted.";
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    trial.add(trial.world.run(host, lun, "deep", 0, Stage.random(Stage.closed(32))));
    trial.add(trial.world.run(host, lun, "shallow", 0, Stage.random(Stage.closed(1))));
    switch (control) {
      case Control.EVEN, Control.CLAIRVOYANT -> Control.even(trial.places, CAPACITY);
      default -> trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    double fair = CAPACITY / 2;
    trial.measured("usageDeep", recorder.iops(0, JUDGED_FROM, SECONDS));
    trial.measured("usageShallow", recorder.iops(1, JUDGED_FROM, SECONDS));
    trial.measured("shallowOfFairShare", recorder.iops(1, JUDGED_FROM, SECONDS) / fair);
    trial.measured("used", recorder.totalIops(JUDGED_FROM, SECONDS) / CAPACITY);
    if (trial.isManaged()) {
      StabilityMetrics.add(
          trial.metrics, trial.world, recorder, MANAGED_FROM, new double[] {fair, fair});
    }
    trial.plot(recorder, "deep", "shallow");
    return trial.result();
  }

  @Override
  public List<Bar> bars(String policy) {
    return policy.equals(Control.PROPORTIONAL_FAIR)
        ? List.of(
            Bar.atLeast("shallowOfFairShare", 0.9),
            Bar.atLeast("used", 0.95),
            Bar.atMost("reversalsPerTenMinutes", 1),
            Bar.atMost("auditFaults", 0))
        : List.of(Bar.atMost("shallowOfFairShare", 0.5), Bar.atMost("auditFaults", 0));
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.OASIS)
        ? "The paper's own rule leaves the shallow one starved: it never shows more demand than it"
            + " gets."
        : "";
  }
}
