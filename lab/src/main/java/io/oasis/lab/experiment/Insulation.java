package io.oasis.lab.experiment;

import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.lab.insulation.Switches;
import io.oasis.lab.insulation.Tenant;
import io.oasis.lab.insulation.Tenants;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Argon, section 5: workloads alone, and sharing a brick as the planner says or as they come. */
final class Insulation implements Experiment {
  private static final String INSULATED = "insulated";
  private static final String UNINSULATED = "uninsulated";
  private static final String NO_SCHEDULING = "no-scheduling";
  private static final String NO_AMORTIZATION = "no-amortization";
  private static final String NO_PARTITIONS = "no-partitions";
  private static final long MIB = 1L << 20;

  /** How far prediction and measurement may be apart. */
  private static final double PREDICTED_WITHIN = 0.05;

  /**
   * Of four each has a quarter of the time: by as many requests as a usual run has, chance is a
   * fiftieth, as much as is between what is promised and what is measured.
   */
  private static final int LONGER = 8;

  /** Part of its throughput that some workload must lose without a mechanism. */
  private static final double SHOWS_A_LOSS = 0.02;

  /** Rows of the paper. */
  enum Kind {
    AMORTIZATION("Figure 3", 0.9, 128),
    CACHE("Figure 5", 0.9, 512),
    QUANTA("Figures 6 and 7", 0.9, 128),
    MIXED("Table 2", 0.9, 128),
    FOUR("Figure 9", 0.9, 512),
    MACRO("Figures 12 and 13", 0.95, 1_024),

    /** With hardly more cache than the planner promises two streams. */
    WRITES("section 3.3", 0.9, 40);

    private final String figures;
    private final double r;
    private final long cacheBytes;

    Kind(String figures, double r, long cacheMib) {
      this.figures = figures;
      this.r = r;
      this.cacheBytes = cacheMib * MIB;
    }

    /** What shares the brick, by variant. */
    private Map<String, List<Tenant>> variants() {
      Map<String, List<Tenant>> variants = new LinkedHashMap<>();
      switch (this) {
        case AMORTIZATION ->
            variants.put("", List.of(Tenants.stream("first", 0), Tenants.stream("second", 1)));
        case CACHE ->
            variants.put(
                "",
                List.of(
                    Tenants.absorbed("random", 0, 1, 0.5, cacheBytes),
                    Tenants.stream("stream", 1)));
        case QUANTA -> {
          Tenant deep = Tenants.random("deep", 0, 27);
          Tenant single = Tenants.random("single", 1, 1);
          variants.put("", List.of(deep, single));
          variants.put(".oneToThree", List.of(deep, single.withShare(3)));
        }
        case MIXED ->
            variants.put("", List.of(Tenants.stream("stream", 0), Tenants.random("random", 1, 1)));
        case FOUR ->
            variants.put(
                "",
                List.of(
                    Tenants.stream("stream", 0),
                    Tenants.absorbed("eighth", 1, 1, 0.125, cacheBytes),
                    Tenants.bent("bent", 2, 48 * MIB),
                    Tenants.random("random", 3, 1)));
        case MACRO -> {
          variants.put(".q3", List.of(Tenants.transactions(1), Tenants.query("query", 0, 0.01)));
          variants.put(".q7", List.of(Tenants.transactions(1), Tenants.query("query", 0, 0.02)));
        }
        case WRITES -> variants.putAll(writing());
      }
      return variants;
    }

    private Map<String, List<Tenant>> writing() {
      Tenant writer = Tenants.writer("writer", 0);
      Tenant random = Tenants.random("random", 1, 1);
      Map<String, List<Tenant>> variants = new LinkedHashMap<>();
      variants.put("", List.of(writer, Tenants.writer("other", 1)));
      variants.put(".besideReads", List.of(writer, random));
      variants.put(".half", List.of(Tenants.writing("half", 0, 0.5, 0.5, cacheBytes), random));
      return variants;
    }
  }

  private final Kind kind;

  /** By seed and variant: whatever is switched on, a workload alone is the same. */
  private final Map<String, List<InsulatedBrick.Trial>> trials = new ConcurrentHashMap<>();

  /** By seed and variant: what the others are compared with. */
  private final Map<String, List<Double>> insulated = new ConcurrentHashMap<>();

  Insulation(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "argon-" + kind.name().toLowerCase(Locale.ROOT), "Argon, " + kind.figures, setup())
        .under(INSULATED)
        .beside(
            kind == Kind.MACRO
                ? new String[] {UNINSULATED, NO_SCHEDULING, NO_AMORTIZATION, NO_PARTITIONS}
                : new String[] {UNINSULATED});
  }

  private String setup() {
    return switch (kind) {
      case AMORTIZATION -> "Two streams of 64 KiB reads.";
      case CACHE ->
          "Random reads of which the whole cache absorbs half, and a stream on a disk of its own.";
      case QUANTA ->
          "27 random reads outstanding and one, with equal shares of the disk and with 25 and 75"
              + " %.";
      case MIXED -> "A stream and random reads that never hit.";
      case FOUR ->
          "A stream, random reads of which the whole cache absorbs an eighth, reads of which half"
              + " are of 48 MiB, and random reads that never hit.";
      case MACRO ->
          "Eight terminals that read and write records of 5 GB, the popular ones most (TPC-C), with"
              + " scans of 4 GB with 1 % (Query 3) or 2 % (Query 7) of lookups (TPC-H).";
      case WRITES ->
          "Two streams of 64 KiB writes that are put down later, neighbours together; one of them"
              + " beside random reads that never hit; beside these random requests of which half"
              + " are writes and the whole cache has half of the blocks.";
    };
  }

  private static Switches switches(String control) {
    return switch (control) {
      case INSULATED -> Switches.ALL;
      case UNINSULATED -> Switches.NONE;
      case NO_SCHEDULING -> new Switches(false, true, true);
      case NO_AMORTIZATION -> new Switches(true, false, true);
      case NO_PARTITIONS -> new Switches(true, true, false);
      default -> throw new IllegalArgumentException("control = " + control + ": is not known");
    };
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    kind.variants().forEach((variant, tenants) -> run(measures, variant, tenants, control, seed));
    return measures.result();
  }

  private void run(
      Measures measures, String variant, List<Tenant> tenants, String control, long seed) {
    InsulatedBrick brick =
        new InsulatedBrick(kind.cacheBytes, new Efficiency(kind.r), seed)
            .measured(kind == Kind.FOUR ? LONGER : 1);
    List<InsulatedBrick.Trial> alone =
        trials.computeIfAbsent(seed + variant, key -> tenants.stream().map(brick::alone).toList());
    InsulationPlan plan = brick.plan(alone);
    boolean ownDisks = kind == Kind.CACHE;
    List<Double> withAll =
        insulated.computeIfAbsent(
            seed + variant, key -> rates(brick.shared(tenants, plan, Switches.ALL, ownDisks)));
    List<Double> rates =
        control.equals(INSULATED)
            ? withAll
            : rates(brick.shared(tenants, plan, switches(control), ownDisks));
    double shares = ownDisks ? 1 : tenants.stream().mapToDouble(Tenant::share).sum();
    for (int i = 0; i < tenants.size(); i++) {
      Tenant tenant = tenants.get(i);
      InsulationPlan.Place place = plan.workloads().get(i);
      String suffix = "." + tenant.name() + variant;
      double rateAlone = alone.get(i).perSecond();
      double efficiency = rates.get(i) / (rateAlone * tenant.share() / shares);
      measures.add("efficiency" + suffix, efficiency);
      measures.least("least", efficiency);
      if (!control.equals(INSULATED)) {
        measures.most("mostLost", 1 - rates.get(i) / withAll.get(i));
      } else {
        measures.add("alone" + suffix, rateAlone);
        measures.add("sliceMillis" + suffix, place.sliceMicros() / 1e3);
        measures.add("partitionMegabytes" + suffix, place.partitionBytes() / 1e6);
        measures.least("supported", place.status() == InsulationPlan.Status.SUPPORTED ? 1 : 0);
        double predicted = ownDisks ? place.withOwnDisk() : place.efficiency();
        measures.add("predicted" + suffix, predicted);
        measures.most("offPrediction", StrictMath.abs(efficiency - predicted));
      }
    }
  }

  private static List<Double> rates(List<InsulatedBrick.Answers> answers) {
    return answers.stream().map(InsulatedBrick.Answers::perSecond).toList();
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    bars.add(Bar.atLeast("supported", 1));
    kind.variants()
        .forEach(
            (variant, tenants) ->
                tenants.forEach(
                    tenant ->
                        bars.add(Bar.atLeast("efficiency." + tenant.name() + variant, kind.r))));
    bars.add(Bar.atMost("offPrediction", PREDICTED_WITHIN));
    bars.add(Bar.atMost(UNINSULATED + ".least", kind.r));
    if (kind == Kind.MACRO) {
      bars.add(Bar.atMost(NO_SCHEDULING + ".least", kind.r));
      bars.add(Bar.atMost(NO_PARTITIONS + ".least", kind.r));
      bars.add(Bar.atLeast(NO_AMORTIZATION + ".mostLost", SHOWS_A_LOSS));
    }
    return bars;
  }

  @Override
  public String remark(String policy) {
    return kind == Kind.MACRO
        ? "Without large accesses it is Query 7 that loses: each lookup sends the disk elsewhere."
            + " Scans alone lose nothing in slices of this length, because the disk's own buffer"
            + " reads ahead; without slices they lose all but a twenty-fifth."
        : "";
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    switch (kind) {
      case AMORTIZATION -> paper.put("uninsulated.efficiency.first", 2.0 / 9);
      case CACHE -> paper.put("uninsulated.efficiency.random", 2.3 / 3.9);
      case MIXED -> {
        paper.put("efficiency.stream", 31.5 / 63.5 * 2);
        paper.put("efficiency.random", 0.68 / 1.5 * 2);
        paper.put("uninsulated.efficiency.stream", 2.2 / 63.5 * 2);
        paper.put("uninsulated.efficiency.random", 0.55 / 1.5 * 2);
      }
      case QUANTA, FOUR, MACRO, WRITES -> {
        // Only drawn, or said in words.
      }
    }
    return paper;
  }
}
