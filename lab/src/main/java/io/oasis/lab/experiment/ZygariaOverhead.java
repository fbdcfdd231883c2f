package io.oasis.lab.experiment;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.lab.host.Stage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the scheduler takes of a disk's throughput when a hundred readers are served. */
final class ZygariaOverhead implements Experiment {
  private static final int READERS = 100;
  private static final int POOLS = 10;
  private static final int JUDGED_FROM = 10;
  private static final int SECONDS = 210;

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-overhead",
            "Zygaria, section 5.3, first experiment",
            "A hundred readers of random 1 KiB, one outstanding each: in one session, and in a"
                + " hundred sessions in ten pools; with ten at the disk, and with all.")
        .under(ZygariaDisk.ZYGARIA)
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    DisciplineSpec ten = ZygariaDisk.spec(control);
    DisciplineSpec all = ten.withDepth(READERS);
    measures.add("iops.oneSession", iops(ten, 1, seed));
    measures.add("iops.hundredSessions", iops(ten, READERS, seed));
    measures.add("iops.oneSession.allAtDisk", iops(all, 1, seed));
    measures.add("iops.hundredSessions.allAtDisk", iops(all, READERS, seed));
    return measures.result();
  }

  private static double iops(DisciplineSpec spec, int sessions, long seed) {
    BrickRun run = new BrickRun(spec, ZygariaDisk.device(), seed);
    for (int i = 0; i < sessions; i++) {
      run.open(
          "session" + i,
          ZygariaDisk.terms(0, 0).withPool("pool" + i % POOLS),
          Stage.random(Stage.closed(READERS / sessions))
              .sized(ZygariaDisk.READ_BYTES)
              .within(0, ZygariaDisk.part(1)));
    }
    run.runUntil(SECONDS);
    return run.totalIops(JUDGED_FROM, SECONDS);
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.atLeast("iops.oneSession", 0.99, "best-effort.iops.oneSession"),
        Bar.atLeast("iops.hundredSessions", 0.99, "best-effort.iops.hundredSessions"),
        Bar.atLeast("iops.oneSession.allAtDisk", 0.99, "best-effort.iops.oneSession.allAtDisk"),
        Bar.atLeast(
            "iops.hundredSessions.allAtDisk", 0.99, "best-effort.iops.hundredSessions.allAtDisk"));
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    paper.put("iops.oneSession", 86.6);
    paper.put("iops.hundredSessions", 86.9);
    paper.put("best-effort.iops.oneSession", 86.8);
    return paper;
  }

  @Override
  public String remark(String policy) {
    return "The more I/Os the elevator may sort the faster the disk, under any discipline; the"
        + " bound of ten at the disk is what reserves cost. Processor time per I/O is measured by"
        + " `oasis bench brick`.";
  }
}
