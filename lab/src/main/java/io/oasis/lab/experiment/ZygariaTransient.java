package io.oasis.lab.experiment;

import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.Moments;
import io.oasis.lab.host.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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

  /**
   * The same run with other reads. Of 114 I/Os in a second chance alone gives a session 3 more or
   * fewer, and where it swings by 6 that looks like a swing by more than a batch in one run of
   * seven; the mean of so many is within 1 of what the scheduler does.
   */
  private static final int RUNS = 20;

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-transient",
            "Zygaria, Figure 4",
            "Three sessions with reserves of 10, 20 and 40 % of 112 IOPS, 20 outstanding random"
                + " 1 KiB reads each, on from 0 to 60, 10 to 30 and 20 to 50 s. Swings are those of"
                + " the mean of twenty such runs.")
        .under(ZygariaDisk.ZYGARIA)
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    List<BrickRun> runs =
        IntStream.range(0, RUNS).mapToObj(i -> start(control, RUNS * seed + i)).toList();
    Measures measures = new Measures();
    runs.forEach(run -> reserves(measures, run));
    for (int i = 0; i < CHANGES.length; i++) {
      int end = i + 1 < CHANGES.length ? CHANGES[i + 1] : SECONDS;
      settling(measures, runs, CHANGES[i], end);
    }
    for (Client client : runs.getFirst().clients()) {
      measures.plot(BrickRun.curve(client, "iops", SECONDS));
    }
    return measures.result();
  }

  private static BrickRun start(String control, long seed) {
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
    return run;
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
  private static void settling(Measures measures, List<BrickRun> runs, int change, int end) {
    double[] active = new double[ON.length];
    double[] limits = new double[ON.length];
    for (int i = 0; i < ON.length; i++) {
      boolean isOn = ON[i] <= change && change < OFF[i];
      active[i] = isOn ? RESERVES[i] : 0;
      limits[i] = isOn ? 0 : 1e-9;
    }
    measures.add("settledSeconds.at" + change, 0);
    for (double at = change; at + 1 <= end; at += STEP_SECONDS) {
      double[] rates = rates(runs, at);
      double[] level = WaterLevel.rates(Arrays.stream(rates).sum(), active, limits);
      for (int i = 0; i < ON.length; i++) {
        if (active[i] > 0) {
          double off = rates[i] - level[i];
          measures.most("overshoot.at" + change, off / level[i]);
          measures.most(
              "settledSeconds.at" + change,
              StrictMath.abs(off) > BATCH ? at + STEP_SECONDS - change : 0);
        }
      }
    }
  }

  /** Of each session in the second that begins then, mean of all runs. */
  private static double[] rates(List<BrickRun> runs, double at) {
    double[] rates = new double[ON.length];
    for (BrickRun run : runs) {
      for (int i = 0; i < rates.length; i++) {
        rates[i] += BrickRun.iops(run.clients().get(i), at, at + 1) / runs.size();
      }
    }
    return rates;
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
