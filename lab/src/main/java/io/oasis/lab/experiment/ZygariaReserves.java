package io.oasis.lab.experiment;

import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.Moments;
import io.oasis.lab.host.Stage;
import java.util.ArrayList;
import java.util.List;

/** Three sessions with reserves of all that the disk is good for; the faster it is, the more. */
final class ZygariaReserves implements Experiment {
  private static final double[] RESERVES = {16.8, 39.2, 56};
  private static final double[] LIMITS = {44.8, 0, 0};
  private static final int OUTSTANDING = 20;
  private static final int JUDGED_FROM = 5;
  private static final int SECONDS = 65;

  /** "at least reserve x t minus one batch": batches are of at most this many. */
  private static final int BATCH = 8;

  /** Where sessions 2 and 3 read; the first session reads everywhere, or there too. */
  private enum Variant {
    WHOLE("part1", 1, 1),
    QUARTER("part4", 1, 0.25),
    SLIVER("part128", 1, 1 / 128.0),
    ALL_NEAR("near", 1 / 128.0, 1 / 128.0);

    final String label;
    final double first;
    final double others;

    Variant(String label, double first, double others) {
      this.label = label;
      this.first = first;
      this.others = others;
    }
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "zygaria-reserves",
            "Zygaria, Figure 3",
            "Three sessions of one pool, 20 outstanding random 1 KiB reads each; reserves of 15, 35"
                + " and 50 % of 112 IOPS, limit of the first 40 %. Sessions 2 and 3 read in 1, 1/4"
                + " and 1/128 of the disk; in `near` session 1 reads in 1/128 too.")
        .under(ZygariaDisk.ZYGARIA);
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    for (Variant variant : Variant.values()) {
      measure(measures, variant, play(control, variant, seed));
    }
    return measures.result();
  }

  private static BrickRun play(String control, Variant variant, long seed) {
    BrickRun run = new BrickRun(ZygariaDisk.spec(control), ZygariaDisk.device(), seed);
    double[] limits = limits(control, variant, seed);
    for (int i = 0; i < RESERVES.length; i++) {
      double part = i == 0 ? variant.first : variant.others;
      Terms terms =
          control.equals(ZygariaDisk.ZYGARIA)
              ? ZygariaDisk.terms(RESERVES[i], LIMITS[i])
              : ZygariaDisk.terms(0, limits[i]);
      run.open(
          "session" + (i + 1),
          terms,
          Stage.random(Stage.closed(OUTSTANDING))
              .sized(ZygariaDisk.READ_BYTES)
              .within(0, ZygariaDisk.part(part)));
    }
    run.runUntil(SECONDS);
    return run;
  }

  /** What the references limit the sessions to: they are told what the disk does unlimited. */
  private static double[] limits(String control, Variant variant, long seed) {
    if (control.equals(Control.EVEN) || control.equals(Control.CLAIRVOYANT)) {
      double capacity = play(Control.BEST_EFFORT, variant, seed).totalIops(JUDGED_FROM, SECONDS);
      double even = capacity / RESERVES.length;
      return control.equals(Control.EVEN)
          ? new double[] {even, even, even}
          : WaterLevel.rates(capacity, RESERVES, LIMITS);
    }
    return new double[RESERVES.length];
  }

  private static void measure(Measures measures, Variant variant, BrickRun run) {
    long from = BrickRun.nanos(JUDGED_FROM);
    long to = BrickRun.nanos(SECONDS);
    double[] level = WaterLevel.rates(run.totalIops(JUDGED_FROM, SECONDS), RESERVES, LIMITS);
    List<Moments> released = run.clients().stream().map(Client::released).toList();
    List<Moments> completed = run.clients().stream().map(Client::completed).toList();
    for (int i = 0; i < RESERVES.length; i++) {
      Client client = run.clients().get(i);
      double iops = BrickRun.iops(client, JUDGED_FROM, SECONDS);
      measures.add(client.name() + "." + variant.label, iops);
      measures.least("reserveMet." + variant.label, iops / RESERVES[i]);
      measures.most("offLevel." + variant.label, StrictMath.abs(iops / level[i] - 1));
      measures.most(
          "behindReserveAsTimed." + variant.label,
          Windows.behind(released.get(i), RESERVES[i], from, to));
      measures.most(
          "behindReserve." + variant.label,
          Windows.behindOfDelivered(released, RESERVES, i, from, to));
      measures.most(
          "behindReserveCompleted." + variant.label,
          Windows.behindOfDelivered(completed, RESERVES, i, from, to));
      measures.plot(BrickRun.curve(client, variant.label, SECONDS));
    }
    measures.add(
        "aheadOfLimit." + variant.label, Windows.ahead(released.getFirst(), LIMITS[0], from, to));
    measures.add(
        "aheadOfLimitCompleted." + variant.label,
        Windows.ahead(completed.getFirst(), LIMITS[0], from, to));
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (Variant variant : Variant.values()) {
      bars.add(Bar.atLeast("reserveMet." + variant.label, 0.98));
      bars.add(Bar.atMost("behindReserve." + variant.label, BATCH));
      bars.add(Bar.atMost("behindReserveCompleted." + variant.label, BATCH + ZygariaDisk.DEPTH));
      bars.add(Bar.atMost("aheadOfLimit." + variant.label, BATCH));
      bars.add(Bar.atMost("aheadOfLimitCompleted." + variant.label, BATCH + ZygariaDisk.DEPTH));
      bars.add(Bar.atMost("offLevel." + variant.label, 0.03));
    }
    return bars;
  }
}
