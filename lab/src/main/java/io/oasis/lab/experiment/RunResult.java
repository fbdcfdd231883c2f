package io.oasis.lab.experiment;

import io.oasis.protocol.Decision;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one (experiment, policy, seed) gave.
 *
 * @param faults invariants that did not hold; empty when all is well
 * @param sha256 of all that the manager said and of all metrics
 */
public record RunResult(
    SortedMap<String, Double> metrics,
    List<Series> series,
    List<String> faults,
    List<Decision> decisions,
    String sha256) {
  public RunResult {
    metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
    series = List.copyOf(series);
    faults = List.copyOf(faults);
    decisions = List.copyOf(decisions);
  }

  /** The same without curves and decisions. */
  RunResult metricsOnly() {
    return new RunResult(metrics, List.of(), faults, List.of(), sha256);
  }
}
