package io.oasis.lab.experiment;

import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.Moments;
import io.oasis.lab.host.Stage;
import java.util.List;

/** Sessions that come and go: what they get meanwhile, and for how long shares swing. */
final class ZygariaTransient implements Experiment {
  private static final double[] RESERVES = {11.2, 22.4, 44.8};
  private static final int[] ON = {0, 10, 20};
  private static final int[] OFF = {60, 30, 50};
  private static final int[] CHANGES = {10, 20, 30, 50};
  private static final int SECONDS = 60;
  private static final int OUTSTANDING = 20;

  /** Shares are even when a second's I/Os are within a batch of the fair share. */
  private static final int BATCH = 8;

  private static final double STEP_SECONDS = 0.25;

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-transient",
            "Zygaria, Figure 4",
            "Three sessions with reserves of 10, 20 and 40 % of 112 IOPS, 20 outstanding random"
                + " 1 KiB reads each, on from 0 to 60, 10 to 30 and 20 to 50 s.")
        .under(ZygariaDisk.ZYGARIA)
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    BrickRun run = new BrickRun(ZygariaDisk.spec(control), ZygariaDisk.device(), seed);
    for (int i = 0; i < ON.length; i++) {
      Stage reads =
          Stage.random(Stage.closed(OUTSTANDING))
              .sized(ZygariaDisk.READ_BYTES)
              .within(0, ZygariaDisk.part(1));
      Stage idle = Stage.random(new Stage.Arrival.Idle());
      run.open(
          "session" + (i + 1),
          ZygariaDisk.terms(RESERVES[i], 0),
          idle.lasting(ON[i]),
          reads.lasting(OFF[i] - ON[i]),
          idle);
    }
    run.runUntil(SECONDS);
    Measures measures = new Measures();
    reserves(measures, run);
    for (int i = 0; i < CHANGES.length; i++) {
      int end = i + 1 < CHANGES.length ? CHANGES[i + 1] : SECONDS;
      settling(measures, run, CHANGES[i], end);
    }
    run.clients().forEach(client -> measures.plot(BrickRun.curve(client, "iops", SECONDS)));
    return measures.result();
  }

  /** From the moment at which a session's I/Os are there until they end. */
  private static void reserves(Measures measures, BrickRun run) {
    List<Moments> released = run.clients().stream().map(Client::released).toList();
    for (int i = 0; i < ON.length; i++) {
      long from = BrickRun.nanos(ON[i] + BrickRun.STAGGER_SECONDS);
      long to = BrickRun.nanos(OFF[i]);
      measures.most("behindReserve", Windows.behind(released.get(i), RESERVES[i], from, to));
    }
  }

  /** Looks at the seconds after a change until the next one. */
  private static void settling(Measures measures, BrickRun run, int change, int end) {
    double[] active = new double[ON.length];
    double[] limits = new double[ON.length];
    for (int i = 0; i < ON.length; i++) {
      boolean isOn = ON[i] <= change && change < OFF[i];
      active[i] = isOn ? RESERVES[i] : 0;
      limits[i] = isOn ? 0 : 1e-9;
    }
    measures.add("settledSeconds.at" + change, 0);
    for (double at = change; at + 1 <= end; at += STEP_SECONDS) {
      double[] level = WaterLevel.rates(run.totalIops(at, at + 1), active, limits);
      for (int i = 0; i < ON.length; i++) {
        if (active[i] > 0) {
          double off = BrickRun.iops(run.clients().get(i), at, at + 1) - level[i];
          measures.most("overshoot.at" + change, off / level[i]);
          measures.most(
              "settledSeconds.at" + change,
              StrictMath.abs(off) > BATCH ? at + STEP_SECONDS - change : 0);
        }
      }
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.atMost("behindReserve", BATCH),
        Bar.atMost("settledSeconds.at10", 5),
        Bar.atMost("settledSeconds.at20", 5),
        Bar.atMost("settledSeconds.at30", 5),
        Bar.atMost("settledSeconds.at50", 5));
  }
}
