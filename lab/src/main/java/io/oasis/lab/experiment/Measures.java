package io.oasis.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was measured at bricks, where no manager decides anything. */
final class Measures {
  private final SortedMap<String, Double> metrics = new TreeMap<>();
  private final List<Series> series = new ArrayList<>();

  void add(String metric, double value) {
    metrics.put(metric, value);
  }

  /** Keeps the largest of several values. */
  void most(String metric, double value) {
    metrics.merge(metric, value, StrictMath::max);
  }

  /** Keeps the smallest of several values. */
  void least(String metric, double value) {
    metrics.merge(metric, value, StrictMath::min);
  }

  void plot(Series curve) {
    series.add(curve);
  }

  RunResult result() {
    String text = Rounding.apply(metrics);
    return new RunResult(metrics, series, List.of(), List.of(), Merge.sha256(List.of(text)));
  }
}
