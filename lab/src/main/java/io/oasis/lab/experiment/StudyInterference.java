package io.oasis.lab.experiment;

import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A sequential workload alone and beside another one of the same share: what becomes of it. */
final class StudyInterference implements Experiment {
  /** What is looked at. */
  enum Kind {
    /** How latencies scatter. */
    PREDICTABILITY("study-predictability", "isolation study, Table 3"),
    /** How long they become. */
    SEEK("study-seek", "isolation study, Table 4");

    private final String experiment;
    private final String source;

    Kind(String experiment, String source) {
      this.experiment = experiment;
      this.source = source;
    }
  }

  private static final String OVERHEAD = "seekOverhead";
  private static final int JUDGED_FROM = 1;

  /** Means of ten seconds differ by more, by chance, than the schedulers of Table 4 do. */
  private static final int SECONDS = 31;

  /**
   * The deadline of EDF. Alone, a hundred readers wait 16 ms each at this disk; with a later
   * deadline EDF would leave the disk idle until then, alone and shared.
   */
  private static final long LATENCY_NANOS = 10_000_000L;

  private final Kind kind;

  StudyInterference(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            kind.experiment,
            kind.source,
            "A hundred readers that read the same half of the disk in sequence, alone and beside a"
                + " hundred that read the other half, with equal shares and deadlines of 10 ms.")
        .under(StudyBrick.QUANTA)
        .beside(
            StudyBrick.QUANTA_WC,
            StudyBrick.EDF,
            StudyBrick.EDF_WC,
            StudyBrick.STUDY_SFQ_32,
            StudyBrick.SFQ_32,
            StudyBrick.LOTTERY);
  }

  @Override
  public RunResult run(String control, long seed) {
    double[] alone = latencies(control, seed, false);
    double[] shared = latencies(control, seed, true);
    Measures measures = new Measures();
    switch (kind) {
      case PREDICTABILITY -> {
        double before = Latencies.variation(alone);
        double after = Latencies.variation(shared);
        measures.add("variationAlone", before);
        measures.add("variationShared", after);
        measures.add("variationChange", StrictMath.abs(after / before - 1));
      }
      case SEEK -> {
        measures.add("millisAlone", Latencies.mean(alone));
        measures.add("millisShared", Latencies.mean(shared));
        measures.add(OVERHEAD, Latencies.mean(shared) / Latencies.mean(alone));
      }
    }
    return measures.result();
  }

  /** The second workload has its share also while it does nothing. */
  private static double[] latencies(String control, long seed, boolean isShared) {
    BrickRun run = StudyBrick.run(control, seed);
    Terms terms = Terms.standard().withLatencyNanos(LATENCY_NANOS);
    Client client = StudyBrick.sequential(run, terms, StudyBrick.SEQUENTIAL_READERS);
    StudyBrick.sequential(run, terms, isShared ? StudyBrick.SEQUENTIAL_READERS : 0);
    run.runUntil(SECONDS);
    return BrickRun.latenciesMillis(client, JUDGED_FROM, SECONDS);
  }

  /**
   * "except Quanta ..., other approaches have a high degree of fluctuation"; Table 4's extremes.
   */
  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    switch (kind) {
      case PREDICTABILITY -> {
        for (String other : outline().references()) {
          bars.add(Bar.atMost("variationChange", 1, other + ".variationChange"));
        }
      }
      case SEEK -> {
        for (String other : outline().references()) {
          bars.add(Bar.atMost(OVERHEAD, 1, other + "." + OVERHEAD));
        }
        for (String high : List.of(StudyBrick.LOTTERY, StudyBrick.QUANTA_WC)) {
          for (String other : List.of(StudyBrick.EDF, StudyBrick.EDF_WC, StudyBrick.STUDY_SFQ_32)) {
            bars.add(Bar.atLeast(high + "." + OVERHEAD, 1, other + "." + OVERHEAD));
          }
        }
      }
    }
    return bars;
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    switch (kind) {
      case PREDICTABILITY -> {
        variation(paper, StudyBrick.QUANTA, 1.18, 1.25);
        variation(paper, StudyBrick.QUANTA_WC, 0.86, 1.49);
        variation(paper, StudyBrick.EDF, 0.14, 1.19);
        variation(paper, StudyBrick.EDF_WC, 0.08, 2.07);
        variation(paper, StudyBrick.STUDY_SFQ_32, 0.05, 1.08);
        variation(paper, StudyBrick.LOTTERY, 0.85, 1.40);
      }
      case SEEK -> {
        seek(paper, StudyBrick.QUANTA, 15.00, 24.60, 1.63);
        seek(paper, StudyBrick.QUANTA_WC, 9.41, 25.40, 2.70);
        seek(paper, StudyBrick.EDF, 16.50, 34.10, 2.06);
        seek(paper, StudyBrick.EDF_WC, 12.80, 28.60, 2.24);
        seek(paper, StudyBrick.STUDY_SFQ_32, 37.90, 80.60, 2.13);
        seek(paper, StudyBrick.LOTTERY, 8.74, 24.30, 2.78);
      }
    }
    return paper;
  }

  private static void variation(
      SortedMap<String, Double> paper, String control, double alone, double shared) {
    paper.put(control + ".variationAlone", alone);
    paper.put(control + ".variationShared", shared);
  }

  private static void seek(
      SortedMap<String, Double> paper, String control, double alone, double shared, double part) {
    paper.put(control + ".millisAlone", alone);
    paper.put(control + ".millisShared", shared);
    paper.put(control + "." + OVERHEAD, part);
  }
}
