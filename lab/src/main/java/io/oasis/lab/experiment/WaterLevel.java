package io.oasis.lab.experiment;

import java.util.Arrays;

/**
 * Zygaria's fair share (section 4.2): everyone its reserve, and what is left poured on the lowest
 * until they are level or at their limits.
 */
final class WaterLevel {
  private static final int HALVINGS = 100;

  private WaterLevel() {}

  /**
   * @param limits 0 for none
   */
  static double[] rates(double capacity, double[] reserves, double[] limits) {
    double low = 0;
    double high = capacity;
    double[] rates = new double[reserves.length];
    for (int step = 0; step < HALVINGS; step++) {
      double level = (low + high) / 2;
      for (int i = 0; i < rates.length; i++) {
        double most = limits[i] == 0 ? Double.POSITIVE_INFINITY : limits[i];
        rates[i] = StrictMath.min(most, StrictMath.max(reserves[i], level));
      }
      if (Arrays.stream(rates).sum() > capacity) {
        high = level;
      } else {
        low = level;
      }
    }
    return rates;
  }
}
