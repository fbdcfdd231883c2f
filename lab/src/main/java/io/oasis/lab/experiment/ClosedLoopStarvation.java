package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
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

  /** On LUNs of their own: depths, how long, and from when on they are judged. */
  private static final int[] APART = {16, 4, 1};

  private static final int APART_SECONDS = 1_200;
  private static final int APART_JUDGED_FROM = 600;

  @Override
  public Outline outline() {
    return Outline.of(
            "closed-loop-starvation",
            "beyond the papers; OASIS, section 3.4.1: \"Applications which wait for an I/O request"
                + " to be completed before issuing the next I/O request are at a disadvantage\"",
            "Closed loops with 32 and with 1 outstanding 4 KiB read on a FIFO array of 1000 IOPS"
                + " for 31 minutes; limits act in the host's kernel, so held I/O is not counted."
                + " `apart`: 16, 4 and 1 outstanding, each on a LUN of its own of that array, for"
                + " 20 minutes, judged in its second half.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY, Control.OASIS);
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(List.of(together(control, seed), apart(control, seed)));
  }

  private static RunResult together(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    trial.run(host, lun, "deep", 0, Stage.random(Stage.closed(32)));
    trial.run(host, lun, "shallow", 0, Stage.random(Stage.closed(1)));
    manage(trial, control);
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

  private static RunResult apart(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Backend backend = new Backend(trial.world.time(), new FixedRate<>(CAPACITY, 10e9));
    for (int i = 0; i < APART.length; i++) {
      Lun lun = trial.world.lun(host, "sd" + APART[i], backend, ((long) i) << 40);
      Stage stage = Stage.random(Stage.closed(APART[i]));
      trial.run(host, lun, "depth" + APART[i], 0, stage);
    }
    manage(trial, control);
    Recorder recorder = trial.record();
    trial.world.runUntil(APART_SECONDS);
    double fair = CAPACITY / APART.length;
    for (int i = 0; i < APART.length; i++) {
      double iops = recorder.iops(i, APART_JUDGED_FROM, APART_SECONDS);
      trial.measured("apart.ofFairShare" + APART[i], iops / fair);
    }
    trial.measured("apart.used", recorder.totalIops(APART_JUDGED_FROM, APART_SECONDS) / CAPACITY);
    trial.measured("apart.auditFaults", trial.world.audit().faults().size());
    return trial.result();
  }

  private static void manage(Trial trial, String control) {
    switch (control) {
      case Control.EVEN, Control.CLAIRVOYANT -> Control.even(trial.places, CAPACITY);
      default -> trial.manage();
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    return Control.FAIR.contains(policy)
        ? List.of(
            Bar.atLeast("shallowOfFairShare", 0.9).promised(),
            Bar.atLeast("used", 0.95),
            Bar.atLeast("apart.ofFairShare1", 0.9).promised(),
            Bar.atLeast("apart.used", 0.95),
            Bar.noFaults("apart.auditFaults"),
            Bar.atMost("reversalsPerTenMinutes", 1),
            Bar.noFaults("auditFaults"))
        : List.of(Bar.atMost("shallowOfFairShare", 0.5), Bar.noFaults("auditFaults"));
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.OASIS)
        ? "The paper's own rule leaves the shallow one starved: it never shows more demand than it"
            + " gets."
        : "";
  }
}
