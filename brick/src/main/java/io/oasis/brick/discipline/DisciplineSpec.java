package io.oasis.brick.discipline;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Which discipline, and with which parameters.
 *
 * @param depth most I/Os at the device
 * @param roundNanos length of a round of the disciplines with slices
 * @param costs how SFQ reckons
 * @param pools of zygaria
 * @param deviceRuns worst-case runs per second for zygaria's admission control, 0 when not known
 * @param timetable that coscheduled follows
 */
public record DisciplineSpec(
    Kind kind,
    int depth,
    long roundNanos,
    Costs costs,
    List<PoolTerms> pools,
    double deviceRuns,
    Timetable timetable) {
  /** Argon's quanta for two workloads: 140 ms each. */
  public static final long STANDARD_ROUND_NANOS = 280_000_000L;

  /** The device-side queue of Zygaria's measurements was 10, of most disks is 32. */
  public static final int STANDARD_DEPTH = 32;

  /** The disciplines, by the names that configuration uses. */
  public enum Kind {
    NONE,
    QUANTA,
    QUANTA_WC,
    ARGON,
    COSCHEDULED,
    SFQ,
    EDF,
    EDF_WC,
    LEAKY_BUCKET,
    LOTTERY,
    FACADE,
    ZYGARIA;

    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether what each session gets depends on its share. */
    public boolean heedsShares() {
      return switch (this) {
        case QUANTA, QUANTA_WC, ARGON, SFQ, LOTTERY -> true;
        case NONE, COSCHEDULED, EDF, EDF_WC, LEAKY_BUCKET, FACADE, ZYGARIA -> false;
      };
    }

    public boolean heedsReserves() {
      return this == ZYGARIA;
    }

    public static String labels() {
      return Arrays.stream(values()).map(Kind::label).collect(Collectors.joining(", "));
    }
  }

  /** How SFQ reckons what an I/O costs. */
  public enum Costs {
    AFFINE,
    STUDY
  }

  public DisciplineSpec {
    if (depth < 1) {
      throw new IllegalArgumentException("depth must be >= 1, was " + depth);
    }
    if (roundNanos < 1) {
      throw new IllegalArgumentException("roundNanos must be >= 1, was " + roundNanos);
    }
    pools = List.copyOf(pools);
  }

  public static DisciplineSpec of(Kind kind) {
    return new DisciplineSpec(
        kind, STANDARD_DEPTH, STANDARD_ROUND_NANOS, Costs.AFFINE, List.of(), 0, Timetable.NOBODYS);
  }

  public DisciplineSpec withDepth(int next) {
    return new DisciplineSpec(kind, next, roundNanos, costs, pools, deviceRuns, timetable);
  }

  public DisciplineSpec withRoundNanos(long next) {
    return new DisciplineSpec(kind, depth, next, costs, pools, deviceRuns, timetable);
  }

  public DisciplineSpec withCosts(Costs next) {
    return new DisciplineSpec(kind, depth, roundNanos, next, pools, deviceRuns, timetable);
  }

  public DisciplineSpec withPools(List<PoolTerms> next, double runs) {
    return new DisciplineSpec(kind, depth, roundNanos, costs, next, runs, timetable);
  }

  /** Coscheduled, as the timetable says. */
  public DisciplineSpec following(Timetable next) {
    return new DisciplineSpec(Kind.COSCHEDULED, depth, roundNanos, costs, pools, deviceRuns, next);
  }

  /**
   * Reads {@code sfq}, {@code sfq(4)}, {@code edf-wc}: a kind, and in parentheses the depth.
   *
   * @throws IllegalArgumentException that says what is known
   */
  public DisciplineSpec named(String text) {
    int open = text.indexOf('(');
    String label = open < 0 ? text : text.substring(0, open);
    Kind found =
        Arrays.stream(Kind.values())
            .filter(candidate -> candidate.label().equals(label))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'" + text + "' is no discipline; known are " + Kind.labels()));
    int foundDepth = depth;
    if (open >= 0) {
      String inner = text.substring(open + 1, Math.max(open + 1, text.length() - 1));
      if (!text.endsWith(")") || !inner.matches("[1-9][0-9]{0,5}")) {
        throw new IllegalArgumentException(
            "'" + text + "' must be written NAME(DEPTH), the depth a number from 1 to" + " 999999");
      }
      foundDepth = Integer.parseInt(inner);
    }
    return new DisciplineSpec(found, foundDepth, roundNanos, costs, pools, deviceRuns, timetable);
  }

  /**
   * @param outstanding I/Os that the discipline before has at the device
   * @param random for the lottery
   */
  public Discipline create(int outstanding, RandomGenerator random) {
    return switch (kind) {
      case NONE, LEAKY_BUCKET -> new Limited(new None(depth, outstanding));
      case QUANTA -> new Limited(new Quanta(depth, outstanding, roundNanos));
      case QUANTA_WC -> new Limited(new QuantaWc(depth, outstanding, roundNanos));
      case ARGON -> new Limited(new Argon(depth, outstanding, roundNanos));
      case COSCHEDULED -> timetable.follow(depth, outstanding);
      case SFQ -> new Limited(new Sfq(depth, outstanding, costModel()));
      case EDF -> new Limited(new Edf(depth, outstanding, true));
      case EDF_WC -> new Limited(new Edf(depth, outstanding, false));
      case LOTTERY -> new Limited(new Lottery(depth, outstanding, random));
      case FACADE -> new Limited(new Facade(depth, outstanding));
      case ZYGARIA -> new Zygaria(depth, outstanding, pools);
    };
  }

  private CostModel costModel() {
    return switch (costs) {
      case AFFINE -> new CostModel.Affine();
      case STUDY -> new CostModel.Study();
    };
  }
}
