package io.oasis.lab.experiment;

import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.lab.insulation.InsulatedBrick.Answers;
import io.oasis.lab.insulation.Switches;
import io.oasis.lab.insulation.Tenant;
import io.oasis.lab.insulation.Tenants;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Argon, section 5.2: how long requests take alone, mixed as they come, and in slices of a plan.
 * Slices make the mean shorter and the worst longer.
 */
final class ResponseTimes implements Experiment {
  private static final String INSULATED = "insulated";
  private static final String UNINSULATED = "uninsulated";
  private static final String ALONE = "alone";

  /** As insulated, but read ahead as Argon does. */
  private static final String WHOLE = "whole-accesses";

  private static final List<String> CONTROLS = List.of(ALONE, UNINSULATED, INSULATED, WHOLE);
  private static final long CACHE_BYTES = 128L << 20;
  private static final double R = 0.9;

  /**
   * How much longer than usual random reads are measured alone. Of the usual 2,400, 17 in a
   * thousand are under 3 ms, give or take 3 by chance, where the paper's "virtually all" are above,
   * here all but 20; of so many more, give or take a half.
   */
  private static final int LONGER = 32;

  /** Of the curves, in ms: a hit in the cache takes 0.1, a round of two slices less than 1000. */
  private static final double[] CURVE_MILLIS = curveMillis();

  /** Times of which the paper says how many requests have them, in ms. */
  private static final int[] NAMED_MILLIS = {1, 3, 26, 95, 139};

  /** Rows of the paper. */
  enum Kind {
    STREAMS("Figure 4"),
    MIX("Figure 8");

    private final String figure;

    Kind(String figure) {
      this.figure = figure;
    }

    private List<Tenant> tenants() {
      return switch (this) {
        case STREAMS -> List.of(Tenants.stream("first", 0), Tenants.stream("second", 1));
        case MIX -> List.of(Tenants.stream("stream", 0), Tenants.random("random", 1, 1));
      };
    }
  }

  private final Kind kind;

  /** By control and seed: the curves of all are drawn together. */
  private final Map<String, List<Answers>> answers = new ConcurrentHashMap<>();

  ResponseTimes(Kind kind) {
    this.kind = kind;
  }

  private static double[] curveMillis() {
    double[] millis = new double[61];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = 0.1 * StrictMath.pow(10, i / 15.0);
    }
    return millis;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "argon-times-" + kind.name().toLowerCase(Locale.ROOT),
            "Argon, " + kind.figure,
            switch (kind) {
                  case STREAMS -> "Response times of two streams of 64 KiB reads.";
                  case MIX -> "Response times of a stream and of random reads that never hit.";
                }
                + " `whole-accesses`: in slices, read ahead as Argon does.")
        .under(INSULATED)
        .beside(UNINSULATED, ALONE, WHOLE);
  }

  private List<Answers> answers(String control, long seed) {
    return answers.computeIfAbsent(
        control + seed,
        key -> {
          // "No prefetching was being performed in the original version": footnote 5.
          InsulatedBrick pieces = new InsulatedBrick(CACHE_BYTES, new Efficiency(R), seed, 0);
          InsulatedBrick brick = control.equals(WHOLE) ? pieces.readingWholeAccesses() : pieces;
          List<Tenant> tenants = kind.tenants();
          if (control.equals(ALONE)) {
            return tenants.stream()
                .map(each -> brick.measured(each.isStream() ? 1 : LONGER).aloneAsItComes(each))
                .toList();
          }
          List<InsulatedBrick.Trial> alone = tenants.stream().map(brick::alone).toList();
          InsulationPlan plan = brick.plan(alone);
          if (control.equals(WHOLE)) {
            double perSecond = pieces.alone(tenants.getFirst()).perSecond();
            plan = InsulationSweep.ofOneAccess(plan, plan.accessBytes(), perSecond);
          }
          Switches on = control.equals(UNINSULATED) ? Switches.NONE : Switches.ALL;
          return brick.shared(tenants, plan, on, false);
        });
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    List<Answers> got = answers(control, seed);
    for (int i = 0; i < got.size(); i++) {
      String name = "." + kind.tenants().get(i).name();
      double[] millis = got.get(i).millis();
      double mean = Latencies.mean(millis);
      measures.add("meanMillis" + name, mean);
      measures.add("deviationMillis" + name, Latencies.variation(millis) * mean);
      measures.add("medianMillis" + name, Latencies.percentile(millis, 0.5));
      measures.add("p80Millis" + name, Latencies.percentile(millis, 0.8));
      measures.add("p90Millis" + name, Latencies.percentile(millis, 0.9));
      measures.add("mostMillis" + name, Latencies.percentile(millis, 1));
      for (int named : NAMED_MILLIS) {
        measures.add("within" + named + "Millis" + name, within(millis, named));
      }
    }
    if (control.equals(INSULATED)) {
      plot(measures, seed);
    }
    return measures.result();
  }

  /** The second stream's curve is the first one's. */
  private void plot(Measures measures, long seed) {
    for (int i = 0; i < (kind == Kind.MIX ? 2 : 1); i++) {
      for (String control : CONTROLS) {
        double[] millis = answers(control, seed).get(i).millis();
        double[] parts = Arrays.stream(CURVE_MILLIS).map(limit -> within(millis, limit)).toArray();
        measures.plot(
            new Series(
                kind.tenants().get(i).name(),
                control,
                "part",
                Series.Across.log("ms", CURVE_MILLIS),
                parts));
      }
    }
  }

  private static double within(double[] millis, double limit) {
    return Arrays.stream(millis).filter(each -> each <= limit).count() / (double) millis.length;
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (Tenant tenant : kind.tenants()) {
      String name = "." + tenant.name();
      for (String better : List.of("meanMillis", "medianMillis")) {
        bars.add(Bar.atMost(better + name, 1, UNINSULATED + "." + better + name));
        bars.add(Bar.atLeast(UNINSULATED + "." + better + name, 2, ALONE + "." + better + name));
      }
      bars.add(Bar.atLeast("deviationMillis" + name, 1, UNINSULATED + ".deviationMillis" + name));
    }
    return bars;
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    switch (kind) {
      case STREAMS -> {
        paper.put("alone.meanMillis.first", 2.0);
        paper.put("alone.deviationMillis.first", 1.17);
        paper.put("uninsulated.meanMillis.first", 28.2);
        paper.put("uninsulated.deviationMillis.first", 3.2);
        for (String insulated : List.of("", WHOLE + ".")) {
          paper.put(insulated + "meanMillis.first", 4.5);
          paper.put(insulated + "deviationMillis.first", 27.0);
          paper.put(insulated + "within1Millis.first", 0.97);
          paper.put(insulated + "within95Millis.first", 1 - 0.024);
        }
      }
      case MIX -> {
        paper.put("alone.deviationMillis.stream", 0.316);
        paper.put("uninsulated.deviationMillis.stream", 4.16);
        paper.put("deviationMillis.stream", 15.87);
        paper.put("alone.meanMillis.random", 10.3);
        paper.put("alone.deviationMillis.random", 2.72);
        paper.put("alone.p90Millis.random", 13.7);
        paper.put("uninsulated.meanMillis.random", 28.2);
        paper.put("uninsulated.deviationMillis.random", 4.01);
        paper.put("uninsulated.p90Millis.random", 33.0);
        paper.put("meanMillis.random", 21.9);
        paper.put("deviationMillis.random", 39.3);
        paper.put("within26Millis.random", 0.92);
      }
    }
    return paper;
  }
}
