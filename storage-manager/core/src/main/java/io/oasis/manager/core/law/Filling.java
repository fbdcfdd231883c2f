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

  /**
   * The same, with its least for each that claims so much; all cut back alike if it is too much.
   */
  static double[] of(double amount, double[] claims, double[] least, double[] weights) {
    double[] promised = new double[claims.length];
    Arrays.setAll(promised, i -> StrictMath.min(least[i], claims[i]));
    double sum = Arrays.stream(promised).sum();
    double keep = sum > amount ? StrictMath.max(0, amount) / sum : 1;
    double[] open = claims.clone();
    double[] shares = of(amount, open, weights);
    double left = amount;
    for (boolean isKept = false; !isKept; ) {
      isKept = true;
      for (int i = 0; i < shares.length; i++) {
        if (open[i] > 0 && shares[i] < keep * promised[i]) {
          left -= keep * promised[i];
          open[i] = 0;
          isKept = false;
        }
      }
      shares = isKept ? shares : of(left, open, weights);
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] = open[i] < claims[i] ? keep * promised[i] : shares[i];
    }
    return shares;
  }
}
