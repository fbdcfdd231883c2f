package io.oasis.lab.experiment;

import java.util.Locale;
import java.util.SortedMap;

/**
 * Six digits for every metric, so that a report is no longer than it has to be; dust is nothing.
 */
final class Rounding {
  private static final double DUST = 1e-9;

  private Rounding() {}

  /** Rounds in place, and gives all of them as text. */
  static String apply(SortedMap<String, Double> metrics) {
    StringBuilder text = new StringBuilder();
    metrics.replaceAll((name, value) -> rounded(value));
    metrics.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString();
  }

  private static double rounded(double value) {
    if (StrictMath.abs(value) < DUST) {
      return 0;
    }
    return Double.isNaN(value) || Double.isInfinite(value)
        ? value
        : Double.parseDouble(String.format(Locale.ROOT, "%.6g", value));
  }
}
