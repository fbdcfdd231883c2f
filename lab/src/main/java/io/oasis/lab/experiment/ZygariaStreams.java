package io.oasis.lab.experiment;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.lab.brick.Client;
import io.oasis.lab.host.Stage;
import java.util.ArrayList;
import java.util.List;

/** Sequential streams that are far apart: what a disk reads of them together. */
final class ZygariaStreams implements Experiment {
  /** "The normal Linux disk driver"; section 2 assumes a driver that starves nobody. */
  private static final String LINUX = "linux";

  private static final String ELEVATOR = "elevator";
  private static final int[] STREAMS = {1, 2, 4, 7};
  private static final int OUTSTANDING = 20;
  private static final int BLOCK_BYTES = 16 << 10;
  private static final long SPAN_BYTES = 50_000_000_000L;
  private static final int JUDGED_FROM = 2;

  /** "For 60 seconds". */
  private static final int SECONDS = 62;

  private static final int ALONE_SECONDS = 4;

  /** So many that the discipline holds nothing back. */
  private static final int UNBOUNDED = 1_000;

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-streams",
            "Zygaria, Figure 5",
            "One, two, four and seven sequential streams of 20 outstanding 16 KiB reads, stream i"
                + " of n from 50 GB i/n on; ten at the disk. Without such a bound: `linux`, the"
                + " anticipatory elevator with its deadlines, and `elevator`, one without.")
        .under(ZygariaDisk.ZYGARIA)
        .beside(Control.BEST_EFFORT, LINUX, ELEVATOR);
  }

  @Override
  public RunResult run(String control, long seed) {
    DisciplineSpec spec = ZygariaDisk.spec(control);
    Measures measures = new Measures();
    for (int streams : STREAMS) {
      BrickRun run = play(control, streams, seed);
      double total = 0;
      double least = Double.POSITIVE_INFINITY;
      for (Client client : run.clients()) {
        double rate = megabytes(client, SECONDS);
        total += rate;
        least = StrictMath.min(least, rate);
      }
      measures.add("megabytes.streams" + streams, total);
      measures.add("ofAlone.streams" + streams, total / alone(spec, streams, seed));
      measures.add("leastOfEven.streams" + streams, least * streams / total);
    }
    return measures.result();
  }

  private static double megabytes(Client client, int seconds) {
    return BrickRun.iops(client, JUDGED_FROM, seconds) * BLOCK_BYTES / 1e6;
  }

  private static Stage stream(int index, int streams) {
    long first = SPAN_BYTES / streams * index / BLOCK_BYTES * BLOCK_BYTES;
    return Stage.random(Stage.closed(OUTSTANDING))
        .sized(BLOCK_BYTES)
        .sequentially(1)
        .within(first, SPAN_BYTES / streams);
  }

  private static BrickRun play(String control, int streams, long seed) {
    DisciplineSpec spec = ZygariaDisk.spec(control);
    BrickRun run =
        switch (control) {
          case LINUX -> new BrickRun(spec.withDepth(UNBOUNDED), ZygariaDisk.linux(), seed);
          case ELEVATOR -> new BrickRun(spec.withDepth(UNBOUNDED), ZygariaDisk.device(), seed);
          default -> new BrickRun(spec, ZygariaDisk.device(), seed);
        };
    for (int i = 0; i < streams; i++) {
      run.open("stream" + (i + 1), ZygariaDisk.terms(0, 0), stream(i, streams));
    }
    run.runUntil(SECONDS);
    return run;
  }

  /** What the disk reads of them one after the other, each for the same number of bytes. */
  private static double alone(DisciplineSpec spec, int streams, long seed) {
    double secondsPerMegabyte = 0;
    for (int i = 0; i < streams; i++) {
      BrickRun run = new BrickRun(spec, ZygariaDisk.device(), seed);
      Client client = run.open("stream", ZygariaDisk.terms(0, 0), stream(i, streams));
      run.runUntil(ALONE_SECONDS);
      secondsPerMegabyte += 1 / megabytes(client, ALONE_SECONDS);
    }
    return streams / secondsPerMegabyte;
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (int streams : STREAMS) {
      String suffix = ".streams" + streams;
      bars.add(Bar.atLeast("megabytes" + suffix, 0.97, "best-effort.megabytes" + suffix));
      bars.add(Bar.atLeast("megabytes" + suffix, 0.97, "linux.megabytes" + suffix));
      bars.add(Bar.atLeast("ofAlone" + suffix, 0.97));
      bars.add(Bar.atLeast("leastOfEven" + suffix, 0.9));
    }
    return bars;
  }

  @Override
  public String remark(String policy) {
    return "An elevator without deadlines stays with the stream it is at, whose next requests"
        + " always lie ahead, and never serves another: it is what the paper assumes a"
        + " driver not to be. Linux' serves the oldest read every 125 ms. What can be had"
        + " when all are served is `ofAlone` = 1.";
  }
}
