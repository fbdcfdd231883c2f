package io.oasis.manager.core.law;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a read and a write of each size cost a device, against the others. Two mixes that both kept
 * the device full cost the same, but for chance: how far that is believed depends on how certain
 * the costs were before (an extended Kalman filter of their logarithms). Who reads and writes pays
 * for both, each by its part.
 */
final class Costs {
  /** As long as nothing is known, totals that differ by less than this part tell nothing. */
  private static final double LEAST_DIFFERENCE = 0.06;

  /** Variance of a cost's logarithm of which nothing is known: it may be seven times as much. */
  private static final double UNKNOWN = 4;

  /** It becomes no less than this: a tenth of a cost is never certain. */
  private static final double LEAST_VARIANCE = 0.01;

  /** It grows by this from one finding to the next, as devices and what they hold change. */
  private static final double DRIFT = 0.01;

  /** No cost is more than this, or less than one of it: what says so is no finding. */
  private static final double MOST = 1e4;

  /** One finding changes a logarithm by no more than this: twenty times as much. */
  private static final double MOST_STEP = 3;

  /** Rounds in which the costs are put where the finding is linear; they need few. */
  private static final int ROUNDS = 50;

  private final SortedMap<Part, Belief> known = new TreeMap<>();

  /** Reads, or writes, of one size. */
  private record Part(int sizeClass, boolean isRead) implements Comparable<Part> {
    @Override
    public int compareTo(Part other) {
      int bySize = Integer.compare(sizeClass, other.sizeClass);
      return bySize != 0 ? bySize : Boolean.compare(isRead, other.isRead);
    }
  }

  /** A cost, and the variance of its logarithm. */
  private record Belief(double cost, double variance) {}

  /** What two mixes have of a part, I/Os per second, and what it is taken to cost. */
  private static final class Share {
    private final double[] rates = new double[2];
    private final double before;
    private final double variance;
    private double log;

    Share(Belief belief) {
      before = StrictMath.log(belief.cost);
      variance = StrictMath.min(UNKNOWN, belief.variance + DRIFT);
      log = before;
    }

    double cost() {
      return StrictMath.exp(log);
    }

    /** By how much more the first mix costs than the second, and so the slope of that. */
    double difference() {
      return cost() * (rates[0] - rates[1]);
    }

    /** Variance of the difference by chance. */
    double chance() {
      double deviation = ReleaseCheck.DEVIATION * cost();
      return deviation * deviation * (rates[0] + rates[1]) / Situation.RECENT_SECONDS;
    }

    Belief learned(double unit, double spread) {
      double told = variance * difference();
      double left = variance - told * told / spread;
      double cost = StrictMath.clamp(unit * cost(), 1 / MOST, MOST);
      return new Belief(cost, StrictMath.max(LEAST_VARIANCE, left));
    }
  }

  boolean areKnown() {
    return !known.isEmpty();
  }

  boolean isKnown(Sight.Kind kind) {
    return (kind.reads() <= 0 || known.containsKey(new Part(kind.sizeClass(), true)))
        && (kind.reads() >= 1 || known.containsKey(new Part(kind.sizeClass(), false)));
  }

  /** Device time of an I/O, in the domain's unit; 1 where nothing is known. */
  double of(Sight.Kind kind) {
    return kind.reads() * of(new Part(kind.sizeClass(), true)).cost
        + (1 - kind.reads()) * of(new Part(kind.sizeClass(), false)).cost;
  }

  private Belief of(Part part) {
    return known.getOrDefault(part, new Belief(1, UNKNOWN));
  }

  /**
   * Learns from what was measured before a limit moved and after it.
   *
   * @param before and {@code after}: I/Os per second, by taker
   */
  void learn(
      List<Taker> takers,
      double[] before,
      double[] after,
      double completedBefore,
      double completedAfter) {
    boolean same = StrictMath.abs(completedAfter / completedBefore - 1) < LEAST_DIFFERENCE;
    Sight.Kind first = takers.getFirst().kind;
    if (same && !areKnown() || takers.stream().allMatch(taker -> taker.kind.isLike(first))) {
      return;
    }
    SortedMap<Part, Share> shares = new TreeMap<>();
    double full = 0;
    for (int i = 0; i < before.length; i++) {
      Sight.Kind kind = takers.get(i).kind;
      add(shares, new Part(kind.sizeClass(), true), kind.reads(), before[i], after[i]);
      add(shares, new Part(kind.sizeClass(), false), 1 - kind.reads(), before[i], after[i]);
      full += of(kind) * before[i];
    }
    for (int round = 0; round < ROUNDS; round++) {
      believe(shares.values());
    }
    double spread = spread(shares.values());
    double now = shares.values().stream().mapToDouble(each -> each.cost() * each.rates[0]).sum();
    if (spread > 0 && now > 0) {
      double unit = full / now;
      shares.forEach((part, share) -> known.put(part, share.learned(unit, spread)));
    }
  }

  private void add(
      SortedMap<Part, Share> shares, Part part, double portion, double before, double after) {
    if (portion > 0) {
      Share share = shares.computeIfAbsent(part, each -> new Share(of(each)));
      share.rates[0] += portion * before;
      share.rates[1] += portion * after;
    }
  }

  /** Moves each cost from where it was, as far as it is uncertain and moves the difference. */
  private static void believe(Collection<Share> shares) {
    double unexplained = 0;
    for (Share share : shares) {
      unexplained += share.difference() * (share.log - share.before - 1);
    }
    double spread = spread(shares);
    for (Share share : shares) {
      double gain = spread > 0 ? share.variance * share.difference() / spread : 0;
      double step = StrictMath.clamp(gain * unexplained, -MOST_STEP, MOST_STEP);
      share.log = share.before + step;
    }
  }

  /** Variance of the difference of both mixes, by what is not known and by chance. */
  private static double spread(Collection<Share> shares) {
    double spread = 0;
    for (Share share : shares) {
      double difference = share.difference();
      spread += difference * difference * share.variance + share.chance();
    }
    return spread;
  }

  /** Tells takers what their I/Os cost from now on. */
  void tell(List<Taker> takers) {
    takers.forEach(taker -> taker.cost = of(taker.kind));
  }

  /** Device time of what was completed when such rates passed. */
  static double work(List<Taker> takers, double[] rates, double completed) {
    double passed = 0;
    double work = 0;
    for (int i = 0; i < rates.length; i++) {
      passed += rates[i];
      work += takers.get(i).work(rates[i]);
    }
    return work * completed / StrictMath.max(1, passed);
  }
}
