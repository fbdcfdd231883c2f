package io.oasis.lab.experiment;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.sim.Chance;
import java.util.ArrayList;
import java.util.List;

/** What an application did in a moment in which it wanted less is not what it is left with. */
final class PassingLulls implements Experiment {
  private static final double CAPACITY = 1_000;
  private static final int SECONDS = 600;

  /** Distance of lulls: so many seconds, and up to as many more. */
  private static final double APART = 70;

  private static final double SHORTEST = 0.3;
  private static final double LONGEST = 4.3;
  private static final double MOST_THINKING = 0.02;

  /** A lull may take this long to be forgotten: the distance of two probes, and the way back. */
  private static final int FORGOTTEN = 55;

  private static final int WINDOW = 10;

  /**
   * @param thinking seconds between an answer and the next I/O
   * @param who the application, or -1 for all
   */
  private record Lull(double from, double seconds, double thinking, int who) {
    double end() {
      return from + seconds;
    }
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "passing-lulls",
            "beyond the papers; seen on a busy host, which kept applications from asking",
            "Closed loops of depths 32 and 1 (`two`), and 32, 8 and 1 (`three`) on a FIFO array of"
                + " 1000 IOPS for 10 minutes; every 70 to 140 s, for 0.3 to 4.3 s, one or all of"
                + " them wait for up to 20 ms before they ask again. Judged from 55 s after a lull"
                + " to the next.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY, Control.OASIS)
        .beside(Control.BEST_EFFORT, Control.EVEN);
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(
        List.of(run("two", control, seed, 32, 1), run("three", control, seed, 32, 8, 1)));
  }

  private static RunResult run(String variant, String control, long seed, int... depths) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    List<Lull> lulls = lulls(new Chance(seed, "lulls"), depths.length);
    for (int i = 0; i < depths.length; i++) {
      Stage[] stages = stages(lulls, i, depths[i]);
      trial.run(host, lun, "depth" + depths[i], 0, stages);
    }
    trial.manageOrDivide(CAPACITY);
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    measure(trial, recorder, lulls, variant);
    return trial.result();
  }

  private static List<Lull> lulls(Chance chance, int applications) {
    List<Lull> lulls = new ArrayList<>();
    double at = APART * chance.even();
    while (at < SECONDS) {
      double seconds = SHORTEST + (LONGEST - SHORTEST) * chance.even();
      double thinking = MOST_THINKING * chance.even();
      int who = chance.happens(0.5) ? -1 : (int) chance.below(applications);
      lulls.add(new Lull(at, seconds, thinking, who));
      at += seconds + APART * (1 + chance.even());
    }
    return lulls;
  }

  private static Stage[] stages(List<Lull> lulls, int application, int depth) {
    List<Stage> stages = new ArrayList<>();
    double now = 0;
    for (Lull lull : lulls) {
      if (lull.who < 0 || lull.who == application) {
        stages.add(Stage.random(Stage.closed(depth)).lasting(lull.from - now));
        Stage.Arrival slower = new Stage.Arrival.Closed(depth, lull.thinking);
        stages.add(Stage.random(slower).lasting(lull.seconds));
        now = lull.end();
      }
    }
    stages.add(Stage.random(Stage.closed(depth)));
    return stages.toArray(Stage[]::new);
  }

  private static void measure(Trial trial, Recorder recorder, List<Lull> lulls, String variant) {
    double fair = CAPACITY / recorder.count();
    double least = Double.POSITIVE_INFINITY;
    double used = Double.POSITIVE_INFINITY;
    for (int from = FORGOTTEN; from + WINDOW <= SECONDS; from++) {
      if (isQuiet(lulls, from)) {
        for (int i = 0; i < recorder.count(); i++) {
          least = StrictMath.min(least, recorder.iops(i, from, from + WINDOW) / fair);
        }
        used = StrictMath.min(used, recorder.totalIops(from, from + WINDOW) / CAPACITY);
      }
    }
    trial.measured("leastOfFairShare." + variant, least);
    trial.measured("used." + variant, used);
    trial.measured("auditFaults." + variant, trial.world.audit().faults().size());
  }

  private static boolean isQuiet(List<Lull> lulls, int from) {
    return lulls.stream()
        .noneMatch(lull -> lull.from < from + WINDOW && lull.end() > from - FORGOTTEN);
  }

  @Override
  public List<Bar> bars(String policy) {
    return Control.FAIR.contains(policy)
        ? List.of(
            Bar.atLeast("leastOfFairShare.two", 0.9).promised(),
            Bar.atLeast("leastOfFairShare.three", 0.9).promised(),
            Bar.atLeast("used.two", 0.95),
            Bar.atLeast("used.three", 0.95),
            Bar.noFaults("auditFaults.two"),
            Bar.noFaults("auditFaults.three"))
        : List.of(Bar.noFaults("auditFaults.two"), Bar.noFaults("auditFaults.three"));
  }
}
