package io.oasis.lab.experiment;

import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Shares of 80 and 20 % between two workloads that both want everything. */
final class StudyShares implements Experiment {
  private static final double SHARE = 0.8;
  private static final double POINTS = 0.05;
  private static final int JUDGED_FROM = 2;
  private static final int SEQUENTIAL_SECONDS = 20;
  private static final int RANDOM_SECONDS = 42;

  /** So few that all of both workloads' I/Os fit at a disk of depth 32. */
  private static final int FEW = 8;

  @Override
  public Outline outline() {
    return Outline.of(
            "study-shares",
            "isolation study, Tables 1 and 2",
            "Two workloads with shares of 80 and 20 %: a hundred readers each that read the same"
                + " half of the disk in sequence, or 379 outstanding random reads each; `few`: 8"
                + " each, `one`: 1 each.")
        .under(StudyBrick.SFQ_1)
        .beside(
            StudyBrick.QUANTA,
            StudyBrick.QUANTA_WC,
            StudyBrick.LOTTERY,
            StudyBrick.STUDY_SFQ_1,
            StudyBrick.STUDY_SFQ_32,
            StudyBrick.SFQ_32,
            Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    sequential(measures, "", control, StudyBrick.SEQUENTIAL_READERS, seed);
    sequential(measures, ".few", control, FEW, seed);
    random(measures, "", control, StudyBrick.RANDOM_READERS, seed);
    random(measures, ".few", control, FEW, seed);
    random(measures, ".one", control, 1, seed);
    return measures.result();
  }

  private static BrickRun start(String control, long seed) {
    return StudyBrick.run(control.equals(Control.BEST_EFFORT) ? "none" : control, seed);
  }

  private static Terms terms(double share) {
    return Terms.standard().withShare(share);
  }

  private static void sequential(
      Measures measures, String suffix, String control, int readers, long seed) {
    BrickRun run = start(control, seed);
    StudyBrick.sequential(run, terms(SHARE), readers);
    StudyBrick.sequential(run, terms(1 - SHARE), readers);
    measure(measures, "Sequential" + suffix, run, SEQUENTIAL_SECONDS);
  }

  private static void random(
      Measures measures, String suffix, String control, int outstanding, long seed) {
    BrickRun run = start(control, seed);
    StudyBrick.random(run, terms(SHARE), outstanding);
    StudyBrick.random(run, terms(1 - SHARE), outstanding);
    measure(measures, "Random" + suffix, run, RANDOM_SECONDS);
  }

  private static void measure(Measures measures, String name, BrickRun run, int seconds) {
    run.runUntil(seconds);
    Client first = run.clients().getFirst();
    double total = run.totalIops(JUDGED_FROM, seconds);
    measures.add("share" + name, BrickRun.iops(first, JUDGED_FROM, seconds) / total);
    measures.add("iops" + name, total);
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (String kind : List.of("shareSequential", "shareRandom")) {
      near(bars, kind, SHARE, 0.01);
      near(bars, StudyBrick.SFQ_32 + "." + kind, SHARE, 0.01);
      near(bars, StudyBrick.QUANTA + "." + kind, 0.79, POINTS);
      near(bars, StudyBrick.LOTTERY + "." + kind, SHARE, POINTS);
      near(bars, StudyBrick.QUANTA_WC + "." + kind, 0.5, POINTS);
    }
    near(bars, StudyBrick.STUDY_SFQ_1 + ".shareSequential", 0.8, POINTS);
    near(bars, StudyBrick.STUDY_SFQ_1 + ".shareRandom.one", 0.51, POINTS);
    near(bars, StudyBrick.STUDY_SFQ_32 + ".shareSequential.few", 0.54, POINTS);
    near(bars, StudyBrick.STUDY_SFQ_32 + ".shareRandom.few", 0.5, POINTS);
    return bars;
  }

  private static void near(List<Bar> bars, String metric, double share, double points) {
    bars.add(Bar.atLeast(metric, share - points));
    bars.add(Bar.atMost(metric, share + points));
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    row(paper, StudyBrick.QUANTA, 6_850, 1_810, 71, 19);
    row(paper, StudyBrick.QUANTA_WC, 1_140, 1_160, 45, 45);
    row(paper, StudyBrick.LOTTERY, 7_480, 1_880, 72, 18);
    row(paper, StudyBrick.STUDY_SFQ_1, 478, 119, 46, 44);
    row(paper, StudyBrick.STUDY_SFQ_32, 677, 582, 46, 45);
    return paper;
  }

  /** From Table 2, in I/Os per second. */
  private static void row(
      SortedMap<String, Double> paper,
      String control,
      double sequential,
      double otherSequential,
      double random,
      double otherRandom) {
    paper.put(control + ".iopsSequential", sequential + otherSequential);
    paper.put(control + ".iopsRandom", random + otherRandom);
    paper.put(control + ".shareSequential", sequential / (sequential + otherSequential));
    paper.put(control + ".shareRandom", random / (random + otherRandom));
  }
}
