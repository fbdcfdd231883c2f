package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.List;

/**
 * What schedule is wanted.
 *
 * @param first R_clustering that is tried first
 * @param least R_clustering that is still acceptable
 */
public record Wish(Geometry geometry, Fraction first, Fraction least) {
  /** How much R_clustering is relaxed at a time (section 3.5: 0.95 after 1.0). */
  private static final int STEPS_OF_ONE = 20;

  /** The least R_clustering that can be asked for. */
  private static final Fraction LEAST = new Fraction(1, 10);

  public Wish {
    if (!first.isAtMost(Fraction.ONE) || !least.isAtMost(first)) {
      throw new IllegalArgumentException(
          "rClustering = %s to %s: must be at most 1, and the least at most the first"
              .formatted(first, least));
    }
    if (!LEAST.isAtMost(least)) {
      throw new IllegalArgumentException(
          "leastRClustering = " + least + ": must be at least " + LEAST);
    }
  }

  /** Exactly this R_clustering. */
  public static Wish exactly(Geometry geometry, Fraction rClustering) {
    return new Wish(geometry, rClustering, rClustering);
  }

  /** The values to be tried, from the first to the least. */
  List<Fraction> ladder() {
    List<Fraction> ladder = new ArrayList<>();
    Fraction rung = first;
    while (!rung.isAtMost(least)) {
      ladder.add(rung);
      // The next multiple of the step below this one.
      int multiple = (int) (((long) rung.numerator() * STEPS_OF_ONE - 1) / rung.denominator());
      rung = new Fraction(StrictMath.max(1, multiple), STEPS_OF_ONE);
    }
    ladder.add(least);
    return ladder;
  }
}
