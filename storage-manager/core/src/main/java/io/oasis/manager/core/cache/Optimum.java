package io.oasis.manager.core.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** What the policies that maximise something have in common: reserves, spare cache, reasons. */
final class Optimum {
  private Optimum() {}

  /**
   * @param value what is maximised, as a sum over claims
   * @param gap from what the sum lacks to a part of the best
   */
  static CacheSizes of(
      CacheProblem problem, BestSplit.Value value, DoubleUnaryOperator gap, String what) {
    double reserves = problem.claims().stream().mapToDouble(CacheClaim::reserveBytes).sum();
    if (reserves > problem.capacityBytes() * (1 + 1e-12)) {
      return new CacheSizes.Refused(
          text(
              "the reserves add up to %.1f MB, more than the cache of %.1f MB",
              reserves / 1e6, problem.capacityBytes() / 1e6));
    }
    BestSplit.Split split = BestSplit.of(problem, value, gap);
    double[] sizes = split.bytes().clone();
    giveAway(problem, sizes);
    List<String> reasons = new ArrayList<>(sizes.length);
    for (int i = 0; i < sizes.length; i++) {
      double hits = problem.claims().get(i).curve().hitRatio(split.bytes()[i]);
      double spare = sizes[i] - split.bytes()[i];
      reasons.add(
          (hits > 0
                  ? text("%s: %.1f MB for %.0f %% hits", what, split.bytes()[i] / 1e6, 100 * hits)
                  : "no size that fits is known to give it hits")
              + (spare > 0 ? text(", and %.1f MB that nobody has a use for", spare / 1e6) : ""));
    }
    return new CacheSizes.Found(
        sizes, reasons, Optional.of(gap.applyAsDouble(split.shortfall())), false);
  }

  /** Spare cache goes to all by weight: it costs nothing and shows what more would be worth. */
  private static void giveAway(CacheProblem problem, double[] sizes) {
    boolean[] full = new boolean[sizes.length];
    double left = problem.capacityBytes();
    for (double size : sizes) {
      left -= size;
    }
    while (left > 1e-9 * problem.capacityBytes()) {
      double weights = 0;
      for (int i = 0; i < sizes.length; i++) {
        weights += full[i] ? 0 : problem.claims().get(i).weight();
      }
      if (weights == 0) {
        return;
      }
      double perWeight = left / weights;
      for (int i = 0; i < sizes.length; i++) {
        if (!full[i]) {
          CacheClaim claim = problem.claims().get(i);
          double given = StrictMath.min(claim.weight() * perWeight, claim.limitBytes() - sizes[i]);
          full[i] = given < claim.weight() * perWeight;
          sizes[i] += given;
          left -= given;
        }
      }
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
