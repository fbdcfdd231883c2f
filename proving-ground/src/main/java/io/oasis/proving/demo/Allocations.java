package io.oasis.proving.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How allocations moved and came to rest.
 *
 * <p>Converged is the first instant after which every application's allocation stays within {@code
 * BAND} of its mean over the final stretch; an application that is unbounded in the final stretch
 * has to stay unbounded. A reversal is a move of more than {@code BAND} in the opposite direction
 * of the last such move of the same application.
 */
final class Allocations {
  /** Moves within it are rest, 5 %: the decisions' dead band. */
  static final double BAND = 0.05;

  /**
   * What each application was allowed at one instant.
   *
   * @param seconds since the management was switched on
   * @param iops by application; one that is missing is unbounded
   */
  record Sample(double seconds, Map<String, Double> iops) {
    Sample {
      iops = Map.copyOf(iops);
    }
  }

  /**
   * @param convergedSeconds absent if they never came to rest
   * @param largestMove the largest distance from the mean in the final stretch, as a part of it
   */
  record Summary(Optional<Double> convergedSeconds, int reversals, double largestMove) {}

  private Allocations() {}

  /**
   * @param finalFrom seconds; the final stretch reaches from here to the last sample
   */
  static Summary summarise(List<Sample> samples, List<String> names, double finalFrom) {
    List<Sample> last = samples.stream().filter(sample -> sample.seconds() >= finalFrom).toList();
    double resting = samples.isEmpty() || last.isEmpty() ? Double.NaN : 0;
    int reversals = 0;
    double largest = 0;
    for (String name : names) {
      Optional<Double> mean = mean(last, name);
      resting = Math.max(resting, restingFrom(samples, name, mean)); // NaN stays
      reversals += reversals(samples, name);
      largest = Math.max(largest, largestMove(last, name, mean));
    }
    return new Summary(
        Double.isFinite(resting) ? Optional.of(resting) : Optional.empty(), reversals, largest);
  }

  /** The mean; absent if it was unbounded most of the time. */
  private static Optional<Double> mean(List<Sample> samples, String name) {
    List<Double> values = valuesOf(samples, name);
    return values.size() * 2 < samples.size() || values.isEmpty()
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
  }

  /** Seconds from which on it stays near {@code mean}; infinite if it does not. */
  private static double restingFrom(List<Sample> samples, String name, Optional<Double> mean) {
    double from = Double.POSITIVE_INFINITY;
    for (Sample sample : samples.reversed()) {
      if (!near(sample.iops().get(name), mean)) {
        break;
      }
      from = sample.seconds();
    }
    return from;
  }

  private static boolean near(
      @org.jspecify.annotations.Nullable Double value, Optional<Double> mean) {
    if (value == null || mean.isEmpty()) {
      return value == null && mean.isEmpty();
    }
    return Math.abs(value - mean.get()) <= BAND * mean.get();
  }

  private static int reversals(List<Sample> samples, String name) {
    int reversals = 0;
    double lastSign = 0;
    double anchor = Double.NaN;
    for (double value : valuesOf(samples, name)) {
      if (Double.isNaN(anchor)) {
        anchor = value;
      } else if (Math.abs(value - anchor) > BAND * anchor) {
        double sign = Math.signum(value - anchor);
        reversals += sign == -lastSign ? 1 : 0;
        lastSign = sign;
        anchor = value;
      }
    }
    return reversals;
  }

  private static double largestMove(List<Sample> last, String name, Optional<Double> mean) {
    return mean.map(
            m ->
                valuesOf(last, name).stream()
                    .mapToDouble(value -> Math.abs(value - m) / m)
                    .max()
                    .orElse(0))
        .orElse(0.0);
  }

  private static List<Double> valuesOf(List<Sample> samples, String name) {
    List<Double> values = new ArrayList<>();
    for (Sample sample : samples) {
      Double value = sample.iops().get(name);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }
}
