package io.oasis.manager.core.law;

import java.util.Arrays;

/** Proportional fairness over one resource: water-filling, O(n log n). */
final class Filling {
  private Filling() {}

  /**
   * Shares out an amount: nobody gets more than its claim, and those who get less than theirs get
   * the same per weight.
   */
  static double[] of(double amount, double[] claims, double[] weights) {
    Integer[] order = new Integer[claims.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(claims[a] / weights[a], claims[b] / weights[b]));
    double left = amount;
    double weight = Arrays.stream(weights).sum();
    double[] shares = new double[claims.length];
    for (int i : order) {
      double part = weight > 0 ? StrictMath.max(0, left) * weights[i] / weight : 0;
      shares[i] = StrictMath.min(claims[i], part);
      left -= shares[i];
      weight -= weights[i];
    }
    return shares;
  }
}
