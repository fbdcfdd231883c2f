package io.oasis.manager.core.law;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an I/O of each kind costs a device, against the others. Two mixes that both kept the device
 * full cost the same: of all costs that make them so, the nearest to those believed before, by
 * projecting on the two conditions in turn (Kaczmarz).
 */
final class Costs {
  /** Totals that differ by less than this part tell nothing. */
  private static final double LEAST_DIFFERENCE = 0.06;

  /** Rounds of projection; two conditions need few. */
  private static final int ROUNDS = 200;

  /** A cost falls to this part of what it was at most, in one round. */
  private static final double LEAST_PART = 0.02;

  private final SortedMap<Sight.Kind, Double> known = new TreeMap<>();

  private static final class Kind {
    private final double[] rates = new double[2];
    private double cost;

    Kind(double cost) {
      this.cost = cost;
    }
  }

  boolean areKnown() {
    return !known.isEmpty();
  }

  boolean isKnown(Sight.Kind kind) {
    return known.containsKey(kind);
  }

  /** Device time of an I/O, in the domain's unit; 1 for a kind of which nothing is known. */
  double of(Sight.Kind kind) {
    return known.getOrDefault(kind, 1.0);
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
    SortedMap<Sight.Kind, Kind> kinds = new TreeMap<>();
    double full = 0;
    for (int i = 0; i < before.length; i++) {
      Taker taker = takers.get(i);
      Kind kind = kinds.computeIfAbsent(taker.kind, _ -> new Kind(taker.cost));
      kind.rates[0] += before[i];
      kind.rates[1] += after[i];
      full += taker.work(before[i]);
    }
    boolean same = StrictMath.abs(completedAfter / completedBefore - 1) < LEAST_DIFFERENCE;
    if (same || kinds.size() < 2) {
      return;
    }
    for (int round = 0; round < ROUNDS; round++) {
      project(kinds, 0, full);
      project(kinds, 1, full);
    }
    kinds.forEach((name, kind) -> known.put(name, kind.cost));
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

  private static void project(SortedMap<Sight.Kind, Kind> kinds, int mix, double full) {
    double error = full;
    double squares = 0;
    for (Kind kind : kinds.values()) {
      double work = kind.rates[mix] * kind.cost;
      error -= work;
      squares += work * work;
    }
    if (squares <= 0) {
      return;
    }
    for (Kind kind : kinds.values()) {
      double step = kind.cost * kind.cost * kind.rates[mix] * error / squares;
      kind.cost = StrictMath.max(LEAST_PART * kind.cost, kind.cost + step);
    }
  }
}
