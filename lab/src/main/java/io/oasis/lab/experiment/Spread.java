package io.oasis.lab.experiment;

import java.util.List;

/** A metric over several seeds. */
public record Spread(double mean, double min, double max) {
  public static Spread of(List<Double> values) {
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      sum += value;
      min = StrictMath.min(min, value);
      max = StrictMath.max(max, value);
    }
    return new Spread(sum / values.size(), min, max);
  }
}
