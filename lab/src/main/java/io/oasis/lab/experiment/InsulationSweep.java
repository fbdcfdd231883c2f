package io.oasis.lab.experiment;

import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.lab.insulation.Switches;
import io.oasis.lab.insulation.Tenant;
import io.oasis.lab.insulation.Tenants;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Argon, section 5.2: what larger accesses and longer slices are worth, and where on that curve the
 * planner's choice lies.
 */
final class InsulationSweep implements Experiment {
  private static final String POLICY = "insulated";
  private static final double R = 0.9;
  private static final long CACHE_BYTES = 512L << 20;

  /** What is the same: the paper's deviation is "less than 5 % of the average". */
  private static final double NOISE = 0.05;

  /** Rows of the paper. */
  enum Kind {
    /** KiB that are read at once. */
    ACCESS("Figure 10", "KiB", 64, 256, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536),

    /** Requests of a slice. */
    QUANTUM("Figure 11", "requests", 1, 2, 4, 8, 16, 32, 64, 128, 256, 512);

    private final String figure;
    private final String unit;
    private final int[] sizes;

    Kind(String figure, String unit, int... sizes) {
      this.figure = figure;
      this.unit = unit;
      this.sizes = sizes;
    }

    private List<Tenant> tenants() {
      return switch (this) {
        case ACCESS -> List.of(Tenants.stream("first", 0), Tenants.stream("second", 1));
        case QUANTUM -> List.of(Tenants.random("deep", 0, 27), Tenants.random("single", 1, 1));
      };
    }

    /** From which on the paper has R. */
    private int enough() {
      return this == ACCESS ? 8_192 : 32;
    }

    /** From which on the paper has what is desired. */
    private int desired() {
      return this == ACCESS ? 32_768 : 128;
    }
  }

  private final Kind kind;

  InsulationSweep(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "argon-sweep-" + kind.name().toLowerCase(Locale.ROOT),
            "Argon, " + kind.figure,
            switch (kind) {
              case ACCESS ->
                  "Two streams of 64 KiB reads, in slices in which one access of a size fits after"
                      + " the way to it: 64 KiB to 64 MiB.";
              case QUANTUM ->
                  "27 random reads outstanding and one, in slices in which so many reads of the"
                      + " first fit by their mean time: 1 to 512.";
            })
        .under(POLICY)
        .beside();
  }

  @Override
  public RunResult run(String control, long seed) {
    Measures measures = new Measures();
    InsulatedBrick brick = new InsulatedBrick(CACHE_BYTES, new Efficiency(R), seed);
    List<Tenant> tenants = kind.tenants();
    List<InsulatedBrick.Trial> alone = tenants.stream().map(brick::alone).toList();
    double perSecond = alone.getFirst().perSecond();
    InsulationPlan plan = brick.plan(alone);
    double[] curve = new double[kind.sizes.length];
    for (int i = 0; i < curve.length; i++) {
      InsulationPlan sized = sized(plan, kind.sizes[i], perSecond);
      curve[i] = efficiency(brick, tenants, sized, perSecond);
      measures.add("efficiency." + kind.sizes[i], curve[i]);
      if (i > 0) {
        measures.most("mostLostByLarger", curve[i - 1] - curve[i]);
      }
    }
    double sliceMicros = plan.workloads().getFirst().sliceMicros();
    measures.add("alone", perSecond);
    measures.add("efficiency.planned", efficiency(brick, tenants, plan, perSecond));
    measures.add(
        "planned",
        kind == Kind.ACCESS ? plan.accessBytes() / 1_024 : sliceMicros / 1e6 * perSecond);
    double[] sizes = new double[curve.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = kind.sizes[i];
    }
    Series.Across across = Series.Across.log(kind.unit, sizes);
    measures.plot(new Series("efficiency", tenants.getFirst().name(), "part", across, curve));
    return measures.result();
  }

  /** Of the one that the figure shows. */
  private static double efficiency(
      InsulatedBrick brick, List<Tenant> tenants, InsulationPlan plan, double perSecondAlone) {
    double got = brick.shared(tenants, plan, Switches.ALL, false).getFirst().perSecond();
    return got / (perSecondAlone / tenants.size());
  }

  private InsulationPlan sized(InsulationPlan plan, int size, double perSecond) {
    return switch (kind) {
      case ACCESS -> ofOneAccess(plan, size * 1_024.0, perSecond);
      case QUANTUM -> sliced(plan, plan.accessBytes(), size / perSecond * 1e6);
    };
  }

  /**
   * The same partitions, but slices of one such access.
   *
   * @param perSecond reads of the stream alone: an access of MBs also waits for heads to be
   *     switched, as they do
   */
  static InsulationPlan ofOneAccess(InsulationPlan plan, double bytes, double perSecond) {
    double transferMicros = bytes / (perSecond * Tenants.STREAM_BYTES) * 1e6;
    return sliced(plan, bytes, InsulatedBrick.traits().positioningMicros() + transferMicros);
  }

  /** The same partitions, but these accesses and slices. */
  private static InsulationPlan sliced(InsulationPlan plan, double accessBytes, double micros) {
    List<InsulationPlan.Place> places = new ArrayList<>();
    for (InsulationPlan.Place place : plan.workloads()) {
      places.add(
          new InsulationPlan.Place(
              place.profile(),
              place.status(),
              micros,
              place.partitionBytes(),
              place.efficiency(),
              place.withOwnDisk(),
              place.why()));
    }
    return new InsulationPlan(accessBytes, micros * places.size(), places);
  }

  @Override
  public List<Bar> bars(String policy) {
    String largest = "efficiency." + kind.sizes[kind.sizes.length - 1];
    String desired = "efficiency." + kind.desired();
    return List.of(
        Bar.atMost("efficiency." + kind.sizes[0], R),
        Bar.atLeast(desired, 1 - NOISE),
        Bar.atLeast(largest, 1 - NOISE, desired),
        Bar.atMost(largest, 1 + NOISE, desired),
        Bar.atMost("mostLostByLarger", NOISE),
        Bar.atLeast("efficiency.planned", R));
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    paper.put("efficiency." + kind.enough(), R);
    paper.put("efficiency." + kind.desired(), 1.0);
    if (kind == Kind.ACCESS) {
      paper.put("planned", 8_192.0);
    }
    return paper;
  }
}
