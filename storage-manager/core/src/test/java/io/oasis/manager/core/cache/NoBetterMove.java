package io.oasis.manager.core.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks a split without the code that made it: no move of cache from one partition to another
 * would make the sum of values larger.
 *
 * <p>A move takes what a partition needs for its next step up from another: all pairs, so O(n^2 x
 * points). It is necessary for the best split, and on staircases not sufficient.
 */
final class NoBetterMove {
  private NoBetterMove() {}

  /** What an amount is worth to a claim. */
  @FunctionalInterface
  interface Value {
    double of(CacheClaim claim, double bytes);
  }

  /**
   * @param resolutionBytes moves of less are not looked for
   * @param worth the least improvement that is a fault
   * @return what does not hold, of the bounds too; empty when the split is sound
   */
  static List<String> check(
      CacheProblem problem, double[] bytes, Value value, double resolutionBytes, double worth) {
    List<String> faults = new ArrayList<>(CacheVerifier.bounds(problem, bytes));
    List<CacheClaim> claims = problem.claims();
    for (int to = 0; to < bytes.length; to++) {
      for (double wanted : steps(claims.get(to), bytes[to], resolutionBytes)) {
        double gain = value.of(claims.get(to), wanted) - value.of(claims.get(to), bytes[to]);
        double moved = wanted - bytes[to];
        for (int from = 0; from < bytes.length && gain > worth; from++) {
          CacheClaim giver = claims.get(from);
          double left = bytes[from] - moved;
          if (from != to && left >= giver.reserveBytes()) {
            double loss = value.of(giver, bytes[from]) - value.of(giver, left);
            if (gain - loss > worth) {
              faults.add(
                  String.format(
                      Locale.ROOT,
                      "%.0f bytes from %d to %d would gain %.9f",
                      moved,
                      from,
                      to,
                      gain - loss));
            }
          }
        }
      }
    }
    return faults;
  }

  private static List<Double> steps(CacheClaim claim, double from, double resolutionBytes) {
    List<Double> sizes = new ArrayList<>();
    sizes.add(StrictMath.min(claim.limitBytes(), from + resolutionBytes));
    for (double bend : claim.curve().sizesBytes()) {
      if (bend > from + resolutionBytes && bend <= claim.limitBytes()) {
        sizes.add(bend);
      }
    }
    return sizes;
  }
}
