package io.oasis.manager.core.cache;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * Splits a cache so that the sum of values is largest, whatever the shape of the curves.
 *
 * <p>The cache above all reserves is cut into {@value #UNITS} units. With few partitions the best
 * split is found by dynamic programming over units, {@code best_i(j) = max over k of best_(i-1)(j -
 * k) + v_i(k)}, which assumes nothing of v: O(n x units^2). With many, a price per unit is found by
 * bisection at which everybody's best choices just fit, and what is left goes where a step is worth
 * most per unit; the value of the price problem bounds how far that can be from the best, and when
 * that is far, programming it is. The more partitions, the less one step of one of them matters.
 *
 * <p>Limits: sizes are known to a unit, 0.2 % of the cache or half an equal share.
 */
final class BestSplit {
  /** Chosen: programming takes the square of it, and sizes are known to 0.2 % of the cache. */
  static final int UNITS = 512;

  /** Steps of dynamic programming that a decision takes at once: a few milliseconds. */
  private static final double FEW_STEPS = 4e6;

  /** Steps that it takes when prices leave a gap: some tens of milliseconds. */
  private static final double MOST_STEPS = 4e7;

  /** A gap of more than this is worth those steps. */
  private static final double SMALL_GAP = 0.01;

  /** Halvings of the price, which is then known to a billionth of the highest. */
  private static final int BISECTIONS = 30;

  /** What a claim's size is worth. */
  interface Value {
    double of(CacheClaim claim, double bytes);
  }

  /**
   * @param bytes a size per claim, no larger than it needs to be for its value
   * @param shortfall an upper bound of what the sum of values lacks from the best over all units
   */
  record Split(double[] bytes, double shortfall) {}

  private final CacheProblem problem;
  private final int units;
  private final double unitBytes;

  /** Per claim, the value of k units above its reserve; it never falls. */
  private final double[][] values;

  private BestSplit(CacheProblem problem, Value value) {
    this.problem = problem;
    double reserves = problem.claims().stream().mapToDouble(CacheClaim::reserveBytes).sum();
    units = units(problem.claims().size());
    unitBytes = StrictMath.max(0, problem.capacityBytes() - reserves) / units;
    values = new double[problem.claims().size()][units + 1];
    for (int i = 0; i < values.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      for (int k = 0; k <= units; k++) {
        double worth = value.of(claim, size(claim, k));
        values[i][k] = k == 0 ? worth : StrictMath.max(values[i][k - 1], worth);
      }
    }
  }

  /**
   * Reserves that do not fit together are the caller's to refuse.
   *
   * @param gap from a shortfall to a part of the best
   */
  static Split of(CacheProblem problem, Value value, DoubleUnaryOperator gap) {
    BestSplit split = new BestSplit(problem, value);
    double steps = (double) split.values.length * split.units * split.units / 2;
    if (steps <= FEW_STEPS) {
      return split.byProgramming();
    }
    Split priced = split.byPrice();
    boolean near = gap.applyAsDouble(priced.shortfall()) <= SMALL_GAP;
    return near || steps > MOST_STEPS ? priced : split.byProgramming();
  }

  private static int units(int claims) {
    return StrictMath.max(UNITS, 2 * claims);
  }

  private double size(CacheClaim claim, int k) {
    return StrictMath.min(claim.limitBytes(), claim.reserveBytes() + k * unitBytes);
  }

  private Split byProgramming() {
    double[] best = new double[units + 1];
    short[][] choices = new short[values.length][units + 1];
    for (int i = 0; i < values.length; i++) {
      double[] next = new double[units + 1];
      for (int j = 0; j <= units; j++) {
        int chosen = 0;
        double most = best[j] + values[i][0];
        for (int k = 1; k <= j; k++) {
          double sum = best[j - k] + values[i][k];
          if (sum > most) {
            most = sum;
            chosen = k;
          }
        }
        next[j] = most;
        choices[i][j] = (short) chosen;
      }
      best = next;
    }
    int[] chosen = new int[values.length];
    int left = units;
    for (int i = values.length - 1; i >= 0; i--) {
      chosen[i] = choices[i][left];
      left -= chosen[i];
    }
    return new Split(sizes(i -> chosen[i]), 0);
  }

  private Split byPrice() {
    double low = 0;
    double high = 0;
    for (double[] value : values) {
      for (int k = 1; k <= units; k++) {
        high = StrictMath.max(high, value[k] - value[k - 1]);
      }
    }
    int[] chosen = new int[values.length];
    double bound = Double.POSITIVE_INFINITY;
    for (int i = 0; i < BISECTIONS; i++) {
      double price = (low + high) / 2;
      int[] tried = new int[values.length];
      bound = StrictMath.min(bound, choose(price, tried));
      if (Arrays.stream(tried).asLongStream().sum() <= units) {
        high = price;
        chosen = tried;
      } else {
        low = price;
      }
    }
    fill(chosen);
    double value = 0;
    for (int i = 0; i < chosen.length; i++) {
      value += values[i][chosen[i]];
    }
    int[] found = chosen;
    return new Split(sizes(i -> found[i]), StrictMath.max(0, bound - value));
  }

  /** Everybody's best choice at a price, the smallest of equal ones; answers with the bound. */
  private double choose(double price, int[] chosen) {
    double bound = price * units;
    for (int i = 0; i < values.length; i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int k = 0; k <= units; k++) {
        double worth = values[i][k] - price * k;
        if (worth > most) {
          most = worth;
          chosen[i] = k;
        }
      }
      bound += most;
    }
    return bound;
  }

  /** Hands out what is left, each time where a step that fits is worth most per unit. */
  private void fill(int[] chosen) {
    int left = units - Arrays.stream(chosen).sum();
    for (int round = 0; round < values.length && left > 0; round++) {
      int who = -1;
      int step = 0;
      double most = 0;
      for (int i = 0; i < values.length; i++) {
        for (int k = 1; k <= StrictMath.min(left, units - chosen[i]); k++) {
          double perUnit = (values[i][chosen[i] + k] - values[i][chosen[i]]) / k;
          if (perUnit > most) {
            most = perUnit;
            who = i;
            step = k;
          }
        }
      }
      if (who < 0) {
        return;
      }
      chosen[who] += step;
      left -= step;
    }
  }

  private double[] sizes(IntUnaryOperator chosen) {
    double[] bytes = new double[values.length];
    for (int i = 0; i < bytes.length; i++) {
      int k = chosen.applyAsInt(i);
      while (k > 0 && values[i][k - 1] == values[i][k]) {
        k--;
      }
      bytes[i] = size(problem.claims().get(i), k);
    }
    return bytes;
  }
}
