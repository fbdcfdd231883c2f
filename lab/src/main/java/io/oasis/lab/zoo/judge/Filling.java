package io.oasis.lab.zoo.judge;

import java.util.Arrays;

/** Shares out an amount fairly: everybody the same for its weight, nobody more than it wants. */
final class Filling {
  private Filling() {}

  /** Maximises the sum of w log x under x &lt;= wanted and sum x &lt;= amount. */
  static double[] shares(double amount, double[] wanted, double[] weights) {
    double[] shares = new double[wanted.length];
    Integer[] order = new Integer[wanted.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(wanted[a] / weights[a], wanted[b] / weights[b]));
    double left = amount;
    double weight = Arrays.stream(weights).sum();
    for (int i : order) {
      shares[i] = StrictMath.min(wanted[i], left * weights[i] / weight);
      left -= shares[i];
      weight -= weights[i];
    }
    return shares;
  }
}
