package io.oasis.lab.experiment;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.List;

/** Who goes idle gives its share back, and has it again when it returns. */
final class IdleReclaim implements Experiment {
  private static final double CAPACITY = 1_000;
  private static final int SLEEPS = 120;
  private static final int WAKES = 240;
  private static final int SECONDS = 360;

  @Override
  public Outline outline() {
    return Outline.of(
            "idle-reclaim",
            "beyond the papers",
            "Three closed loops of depths 32, 8 and 8 on a FIFO array of 1000 IOPS; the first is"
                + " idle from 120 s to 240 s.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY, Control.OASIS)
        .beside(Control.BEST_EFFORT, Control.EVEN);
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    trial.run(
        host,
        lun,
        "sleeper",
        0,
        Stage.random(Stage.closed(32)).lasting(SLEEPS),
        Stage.random(new Stage.Arrival.Idle()).lasting(WAKES - SLEEPS),
        Stage.random(Stage.closed(32)));
    trial.run(host, lun, "a", 0, Stage.random(Stage.closed(8)));
    trial.run(host, lun, "b", 0, Stage.random(Stage.closed(8)));
    trial.manageOrDivide(CAPACITY);
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    int given = SLEEPS;
    while (given < WAKES && recorder.totalIops(given, given + 1) < 0.95 * CAPACITY) {
      given++;
    }
    int regained = WAKES;
    while (regained < SECONDS - 1
        && recorder.iops(0, regained, regained + 1) < 0.9 * CAPACITY / 3) {
      regained++;
    }
    trial.measured("periodsToGiveBack", given - SLEEPS);
    trial.measured("periodsToRegain", regained - WAKES + 1);
    trial.measured("usedWhileIdle", recorder.totalIops(SLEEPS + 10, WAKES) / CAPACITY);
    trial.measured("sleeperOfFairShare", recorder.iops(0, WAKES + 20, SECONDS) / (CAPACITY / 3));
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.plot(recorder, "sleeper", "a", "b");
    return trial.result();
  }

  @Override
  public List<Bar> bars(String policy) {
    return Control.FAIR.contains(policy)
        ? List.of(
            Bar.atMost("periodsToGiveBack", 3),
            Bar.atMost("periodsToRegain", 2),
            Bar.atLeast("sleeperOfFairShare", 0.9).promised(),
            Bar.noFaults("auditFaults"))
        : List.of(Bar.noFaults("auditFaults"));
  }
}
