package io.oasis.lab.experiment;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.List;

/** An application at its limit hides what it wants; it is found, and nobody pays for the search. */
final class CensoredDemand implements Experiment {
  private static final double CAPACITY = 1_000;
  private static final double MODEST = 200;
  private static final double HIDDEN_AT_FIRST = 50;
  private static final int AWAKES = 120;
  private static final int SECONDS = 600;
  private static final int JUDGED_FROM = 180;

  @Override
  public Outline outline() {
    return Outline.of(
            "censored-demand",
            "beyond the papers; the kernel does not count held I/O",
            "On a FIFO array of 1000 IOPS: one open loop of 200 IOPS, one closed loop of depth 8,"
                + " and one application that makes 50 IOPS for 120 s and from then on keeps 32"
                + " outstanding; its limit hides that.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY, Control.OASIS);
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    trial.run(host, lun, "modest", 0, Stage.random(Stage.rate(MODEST)));
    trial.run(host, lun, "loop", 0, Stage.random(Stage.closed(8)));
    trial.run(
        host,
        lun,
        "hidden",
        0,
        Stage.random(Stage.rate(HIDDEN_AT_FIRST)).lasting(AWAKES),
        Stage.random(Stage.closed(32)));
    double[] demands = {MODEST, CAPACITY, CAPACITY};
    double[] fair = Control.fairShares(CAPACITY, demands);
    switch (control) {
      case Control.EVEN -> Control.even(trial.places, CAPACITY);
      case Control.CLAIRVOYANT -> Control.clairvoyant(trial.places, CAPACITY, demands);
      default -> trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    trial.measured("modestOfFairShare", recorder.iops(0, JUDGED_FROM, SECONDS) / fair[0]);
    trial.measured("loopOfFairShare", recorder.iops(1, JUDGED_FROM, SECONDS) / fair[1]);
    trial.measured("hiddenOfFairShare", recorder.iops(2, JUDGED_FROM, SECONDS) / fair[2]);
    int found = AWAKES;
    while (found < SECONDS && recorder.iops(2, found, found + 1) < 0.9 * fair[2]) {
      found++;
    }
    trial.measured("secondsToFind", found - AWAKES + 1);
    trial.measured("used", recorder.totalIops(JUDGED_FROM, SECONDS) / CAPACITY);
    if (trial.isManaged()) {
      StabilityMetrics.add(trial.metrics, trial.world, recorder, AWAKES, fair);
    }
    trial.plot(recorder, "modest", "loop", "hidden");
    return trial.result();
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.CAPACITY)
        ? "Limits exceed allocations by 3 %; on a FIFO device the deepest queue takes that from the"
            + " shallower one, which then has 0.966 of its share on the worst seed."
        : "";
  }

  @Override
  public List<Bar> bars(String policy) {
    return Control.FAIR.contains(policy)
        ? List.of(
            Bar.atLeast("hiddenOfFairShare", 0.9).promised(),
            Bar.atLeast("modestOfFairShare", 0.98).promised(),
            Bar.atLeast("loopOfFairShare", 0.98).promised(),
            Bar.atMost("reversalsPerTenMinutes", 1),
            Bar.noFaults("auditFaults"))
        : List.of(Bar.noFaults("auditFaults"));
  }
}
