package io.oasis.lab.experiment;

import io.oasis.brick.discipline.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Shares of 80 and 20 % between two workloads that both want everything. */
final class StudyShares implements Experiment {
  private static final double SHARE = 0.8;
  private static final double POINTS = 0.05;
  private static final int JUDGED_FROM = 2;
  private static final int SEQUENTIAL_SECONDS = 20;
  private static final int RANDOM_SECONDS = 42;

  /** So few that all of both workloads' I/Os fit at a disk of depth 32. */
  private static final int FEW = 8;

  /**
   * Which of sixteen readers begins first decides how they fall into step, and so where between
   * 0.47 and 0.53 the study's SFQ(32) divides between them: the mean of so many beginnings is
   * within 0.01 of that of all.
   */
  private static final int BEGINNINGS = 10;

  @Override
  public Outline outline() {
    return Outline.of(
            "study-shares",
            "isolation study, Tables 1 and 2",
            "Two workloads with shares of 80 and 20 %: a hundred readers each that read the same"
                + " half of the disk in sequence, or 379 outstanding random reads each; `few`: 8"
                + " each, `one`: 1 each. Of `sfq-study(32)`, `few` in sequence, the mean of"
                + " ten beginnings.")
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
    measure(measures, "Sequential", sequential(control, StudyBrick.SEQUENTIAL_READERS, seed));
    int beginnings = control.equals(StudyBrick.STUDY_SFQ_32) ? BEGINNINGS : 1;
    measure(
        measures,
        "Sequential.few",
        IntStream.range(0, beginnings)
            .mapToObj(i -> sequential(control, FEW, beginnings * seed + i))
            .toArray(Rates[]::new));
    measure(measures, "Random", random(control, StudyBrick.RANDOM_READERS, seed));
    measure(measures, "Random.few", random(control, FEW, seed));
    measure(measures, "Random.one", random(control, 1, seed));
    return measures.result();
  }

  private static BrickRun start(String control, long seed) {
    return StudyBrick.run(control.equals(Control.BEST_EFFORT) ? "none" : control, seed);
  }

  private static Terms terms(double share) {
    return Terms.standard().withShare(share);
  }

  private static Rates sequential(String control, int readers, long seed) {
    BrickRun run = start(control, seed);
    StudyBrick.sequential(run, terms(SHARE), readers);
    StudyBrick.sequential(run, terms(1 - SHARE), readers);
    return rates(run, SEQUENTIAL_SECONDS);
  }

  private static Rates random(String control, int outstanding, long seed) {
    BrickRun run = start(control, seed);
    StudyBrick.random(run, terms(SHARE), outstanding);
    StudyBrick.random(run, terms(1 - SHARE), outstanding);
    return rates(run, RANDOM_SECONDS);
  }

  /** I/Os per second of the first workload and of both. */
  private record Rates(double first, double both) {}

  private static Rates rates(BrickRun run, int seconds) {
    run.runUntil(seconds);
    return new Rates(
        BrickRun.iops(run.clients().getFirst(), JUDGED_FROM, seconds),
        run.totalIops(JUDGED_FROM, seconds));
  }

  /** The mean of several runs. */
  private static void measure(Measures measures, String name, Rates... runs) {
    double[] shares = Arrays.stream(runs).mapToDouble(rates -> rates.first / rates.both).toArray();
    double[] both = Arrays.stream(runs).mapToDouble(Rates::both).toArray();
    measures.add("share" + name, Latencies.mean(shares));
    measures.add("iops" + name, Latencies.mean(both));
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
