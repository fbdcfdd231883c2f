package io.oasis.lab.experiment;

import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import java.util.ArrayList;
import java.util.List;

/** Latency guarantees of 100 and 1000 ms for two random workloads of the same intensity. */
final class StudyLatency implements Experiment {
  private static final int[] GUARANTEES_MILLIS = {100, 1_000};

  /** By Little's law 10 / 0.1 s + 10 / 1 s = 110 I/Os a second, and the disk does 150. */
  private static final int OUTSTANDING = 10;

  private static final int JUDGED_FROM = 10;
  private static final int SECONDS = 130;

  @Override
  public Outline outline() {
    return Outline.of(
            "study-latency",
            "isolation study, Figure 3",
            "Two workloads of 10 outstanding random reads each, promised 100 and 1000 ms: 110 I/Os"
                + " a second by Little's law. `full`: 379 outstanding each, 4169 a second, which no"
                + " disk does.")
        .under(StudyBrick.EDF)
        .beside(StudyBrick.FACADE, StudyBrick.EDF_WC, Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    measure(measures, "", control, OUTSTANDING, seed);
    measure(measures, ".full", control, StudyBrick.RANDOM_READERS, seed);
    return measures.result();
  }

  private static void measure(
      Measures measures, String suffix, String control, int outstanding, long seed) {
    BrickRun run = StudyBrick.run(control.equals(Control.BEST_EFFORT) ? "none" : control, seed);
    for (int millis : GUARANTEES_MILLIS) {
      StudyBrick.random(run, Terms.standard().withLatencyNanos(millis * 1_000_000L), outstanding);
    }
    run.runUntil(SECONDS);
    for (int i = 0; i < GUARANTEES_MILLIS.length; i++) {
      Client client = run.clients().get(i);
      double[] latencies = BrickRun.latenciesMillis(client, JUDGED_FROM, SECONDS);
      String name = GUARANTEES_MILLIS[i] + suffix;
      measures.add("meanMillis" + name, Latencies.mean(latencies));
      measures.add("p99Millis" + name, Latencies.percentile(latencies, 0.99));
      measures.add("iops" + name, BrickRun.iops(client, JUDGED_FROM, SECONDS));
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (int millis : GUARANTEES_MILLIS) {
      String metric = "meanMillis" + millis;
      bars.add(Bar.atLeast(metric, 0.95 * millis));
      bars.add(Bar.atMost(metric, 1.05 * millis));
      bars.add(Bar.atLeast(StudyBrick.FACADE + "." + metric, 0.95 * millis));
      bars.add(Bar.atMost(StudyBrick.FACADE + "." + metric, 1.05 * millis));
      bars.add(Bar.atMost(StudyBrick.EDF_WC + "." + metric, 1, metric));
    }
    return bars;
  }
}
