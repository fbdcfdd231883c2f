package io.oasis.manager.core.law;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a read and a write of each size cost a device, against the others. Two mixes that both kept
 * the device full cost the same: of all costs that make them so, the nearest to those believed
 * before, by projecting on the two conditions in turn (Kaczmarz). Who reads and writes pays for
 * both, each by its part.
 */
final class Costs {
  /** Totals that differ by less than this part tell nothing. */
  private static final double LEAST_DIFFERENCE = 0.06;

  /** Rounds of projection; two conditions need few. */
  private static final int ROUNDS = 200;

  /** A cost falls to this part of what it was at most, in one round. */
  private static final double LEAST_PART = 0.02;

  private final SortedMap<Part, Double> known = new TreeMap<>();

  /** Reads, or writes, of one size. */
  private record Part(int sizeClass, boolean isRead) implements Comparable<Part> {
    @Override
    public int compareTo(Part other) {
      int bySize = Integer.compare(sizeClass, other.sizeClass);
      return bySize != 0 ? bySize : Boolean.compare(isRead, other.isRead);
    }
  }

  /** What two mixes have of a part, I/Os per second, and what it costs. */
  private static final class Share {
    private final double[] rates = new double[2];
    private double cost;

    Share(double cost) {
      this.cost = cost;
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
    return kind.reads() * of(new Part(kind.sizeClass(), true))
        + (1 - kind.reads()) * of(new Part(kind.sizeClass(), false));
  }

  private double of(Part part) {
    return known.getOrDefault(part, 1.0);
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
    SortedMap<Part, Share> shares = new TreeMap<>();
    double full = 0;
    boolean areAlike = true;
    for (int i = 0; i < before.length; i++) {
      Sight.Kind kind = takers.get(i).kind;
      add(shares, new Part(kind.sizeClass(), true), kind.reads(), before[i], after[i]);
      add(shares, new Part(kind.sizeClass(), false), 1 - kind.reads(), before[i], after[i]);
      full += of(kind) * before[i];
      areAlike &= kind.isLike(takers.getFirst().kind);
    }
    boolean same = StrictMath.abs(completedAfter / completedBefore - 1) < LEAST_DIFFERENCE;
    if (same || areAlike) {
      return;
    }
    for (int round = 0; round < ROUNDS; round++) {
      project(shares.values(), 0, full);
      project(shares.values(), 1, full);
    }
    shares.forEach((part, share) -> known.put(part, share.cost));
  }

  private void add(
      SortedMap<Part, Share> shares, Part part, double portion, double before, double after) {
    if (portion > 0) {
      Share share = shares.computeIfAbsent(part, each -> new Share(of(each)));
      share.rates[0] += portion * before;
      share.rates[1] += portion * after;
    }
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

  private static void project(Collection<Share> shares, int mix, double full) {
    double error = full;
    double squares = 0;
    for (Share share : shares) {
      double work = share.rates[mix] * share.cost;
      error -= work;
      squares += work * work;
    }
    if (squares <= 0) {
      return;
    }
    for (Share share : shares) {
      double step = share.cost * share.cost * share.rates[mix] * error / squares;
      share.cost = StrictMath.max(LEAST_PART * share.cost, share.cost + step);
    }
  }
}
