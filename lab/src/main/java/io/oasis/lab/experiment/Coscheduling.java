package io.oasis.lab.experiment;

import io.oasis.lab.experiment.StripedWorkloads.Striped;
import io.oasis.lab.insulation.Pattern;
import io.oasis.lab.insulation.StripedCluster.Faults;
import io.oasis.lab.insulation.Tenant;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.planners.coschedule.Fraction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Co-scheduling, section 4.4: striped workloads on servers in step, out of step, and without. */
final class Coscheduling implements Experiment {
  private static final String SYNCHRONISED = "synchronised";
  private static final String UNSYNCHRONISED = "unsynchronised";
  private static final String PLAIN = "plain";
  private static final double R = 0.9;
  private static final long GB = 1_000_000_000L;
  private static final int FRAGMENT_BYTES = 4 << 10;

  /** Of each server; a sixteenth of the paper's, and so is what is read through it. */
  private static final long CACHE_BYTES = 64L << 20;

  /** Ten times what clocks kept by NTP differ by. */
  private static final Faults SKEWED = new Faults(5 * Timeline.MILLI, 1);

  private static final double SLOW = 0.8;

  /** How far the insulation planner's prediction and the measurement may be apart. */
  private static final double PREDICTED_WITHIN = 0.05;

  /** Figures of the paper. */
  enum Kind {
    SERVERS(11),
    WORKLOADS(12),
    ALL(13);

    private final int figure;

    Kind(int figure) {
      this.figure = figure;
    }
  }

  /** A cluster and what is striped over it. */
  private record Setting(int servers, List<Striped> workloads, long cacheBytes) {}

  private final Kind kind;

  /** By seed and variant: workloads alone are the same whoever serves them together. */
  private final Map<String, StripedWorkloads> planned = new ConcurrentHashMap<>();

  Coscheduling(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "cosched-" + kind.name().toLowerCase(Locale.ROOT),
            "Co-scheduling, Figure " + kind.figure,
            setup())
        .under(SYNCHRONISED)
        .beside(UNSYNCHRONISED, PLAIN);
  }

  private String setup() {
    return switch (kind) {
      case SERVERS ->
          "Three workloads with a third each, two with one and one with four random reads"
              + " outstanding, striped over 1 to 8 servers.";
      case WORKLOADS -> "2 to 8 workloads with one random read outstanding each on 3 servers.";
      case ALL ->
          "{(7, 1/6), (5, 1/3), (3, 1/2), (5, 1/2), (5, 1/2)} on ten servers, 2, 3, 1, 4 and 5"
              + " outstanding; the cache absorbs a quarter of the first one's. Also with clocks"
              + " that are wrong by up to 5 ms, and with one disk at 0.8 of its speed.";
    };
  }

  private Map<String, Setting> settings() {
    Map<String, Setting> settings = new LinkedHashMap<>();
    switch (kind) {
      case SERVERS -> {
        for (int servers = 1; servers <= 8; servers++) {
          Fraction third = new Fraction(1, 3);
          long file = 100 * GB / servers;
          settings.put(
              "." + servers,
              new Setting(
                  servers,
                  List.of(
                      striped("first", servers, third, 0, file, 1),
                      striped("second", servers, third, file, file, 4),
                      striped("third", servers, third, 0, file, 1)),
                  0));
        }
      }
      case WORKLOADS -> {
        for (int count = 2; count <= 8; count++) {
          List<Striped> workloads = new ArrayList<>();
          long file = 32 * GB / 3;
          for (int i = 0; i < count; i++) {
            workloads.add(striped("w" + i, 3, new Fraction(1, count), i * file, file, 1));
          }
          settings.put("." + count, new Setting(3, workloads, 0));
        }
      }
      case ALL -> settings.put("", tenServers());
    }
    return settings;
  }

  private static Setting tenServers() {
    return new Setting(
        10,
        List.of(
            absorbed("w1", 7, new Fraction(1, 6), 0, 28 * GB / 7, 2),
            striped("w2", 5, new Fraction(1, 3), 4 * GB, 120 * GB / 5, 3),
            striped("w3", 3, new Fraction(1, 2), 28 * GB, 96 * GB / 3, 1),
            striped("w4", 5, new Fraction(1, 2), 60 * GB, 120 * GB / 5, 4),
            striped("w5", 5, new Fraction(1, 2), 84 * GB, 120 * GB / 5, 5)),
        CACHE_BYTES);
  }

  private static Striped striped(
      String name, int servers, Fraction share, long first, long range, int depth) {
    return new Striped(tenant(name, share, first, range, depth, 1), servers, share, 0);
  }

  /** A quarter of its blocks fit into the cache; they are spread over its range. */
  private static Striped absorbed(
      String name, int servers, Fraction share, long first, long range, int depth) {
    int every = (int) (range / (4 * CACHE_BYTES));
    return new Striped(tenant(name, share, first, range, depth, every), servers, share, 0.25);
  }

  private static Tenant tenant(
      String name, Fraction share, long first, long range, int depth, int every) {
    return new Tenant(
        name,
        share.value(),
        depth,
        false,
        chance -> Pattern.random(chance, first, range, FRAGMENT_BYTES, every));
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    settings().forEach((variant, setting) -> run(measures, variant, setting, control, seed));
    return measures.result();
  }

  private void run(Measures measures, String variant, Setting setting, String control, long seed) {
    StripedWorkloads striped =
        planned.computeIfAbsent(
            seed + variant,
            key ->
                new StripedWorkloads(setting.servers, setting.workloads, setting.cacheBytes, seed));
    List<Double> efficiencies =
        switch (control) {
          case SYNCHRONISED -> striped.synchronised(Faults.NONE);
          case UNSYNCHRONISED -> striped.unsynchronised();
          case PLAIN -> striped.plain();
          default -> throw new IllegalArgumentException("control = " + control + ": unknown");
        };
    measure(measures, variant, setting, efficiencies);
    if (control.equals(SYNCHRONISED)) {
      for (int i = 0; i < efficiencies.size(); i++) {
        double predicted = striped.predicted(i);
        measures.least("predicted" + variant, predicted);
        measures.most("offPrediction", StrictMath.abs(efficiencies.get(i) - predicted));
      }
      if (kind == Kind.ALL) {
        faults(measures, setting, striped);
      }
    }
  }

  private void measure(
      Measures measures, String variant, Setting setting, List<Double> efficiencies) {
    for (int i = 0; i < efficiencies.size(); i++) {
      if (kind == Kind.ALL) {
        String name = setting.workloads.get(i).tenant().name();
        measures.add("efficiency." + name, efficiencies.get(i));
      }
      measures.least("least" + variant, efficiencies.get(i));
    }
    measures.add("first" + variant, efficiencies.getFirst());
  }

  private static void faults(Measures measures, Setting setting, StripedWorkloads striped) {
    List<Double> skewed = striped.synchronised(SKEWED);
    List<Double> slow = striped.synchronised(new Faults(0, SLOW));
    for (int i = 0; i < setting.workloads.size(); i++) {
      measures.least("least.skewed", skewed.get(i));
      boolean isHit = striped.schedule().timeslices().get(i).servers().contains(0);
      measures.least(isHit ? "least.onSlow" : "least.besideSlow", slow.get(i));
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (String variant : settings().keySet()) {
      bars.add(Bar.atLeast("least" + variant, R));
      if (!variant.equals(".1")) {
        bars.add(Bar.atMost(UNSYNCHRONISED + ".least" + variant, 0.5));
      }
    }
    bars.add(Bar.atMost("offPrediction", PREDICTED_WITHIN));
    if (kind == Kind.ALL) {
      bars.add(Bar.atLeast("least.skewed", R));
      bars.add(Bar.atLeast("least.onSlow", R * SLOW));
      bars.add(Bar.atLeast("least.besideSlow", R));
    }
    return bars;
  }
}
