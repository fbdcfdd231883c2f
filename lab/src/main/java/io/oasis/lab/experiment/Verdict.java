package io.oasis.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment gave under one policy, beside its references.
 *
 * @param shown the first seed's runs, by control, for drawing
 */
public record Verdict(
    Experiment experiment,
    String policy,
    List<Long> seeds,
    SortedMap<String, Spread> metrics,
    SortedMap<String, SortedMap<String, Spread>> references,
    List<Judged> bars,
    List<String> faults,
    SortedMap<String, RunResult> shown,
    String sha256) {

  /**
   * A bar, the number it comes to, and what was measured; absent when nothing was.
   *
   * @param excused what the bar's reference reached; absent where the bar counts
   */
  public record Judged(
      Bar bar, double limit, @Nullable Double measured, boolean held, @Nullable Double excused) {
    boolean fails() {
      return !held && excused == null;
    }

    /** In words, for a reader. */
    public String verdict() {
      return held
          ? "held"
          : excused == null
              ? "**not held**"
              : String.format(Locale.ROOT, "beyond reach: %s comes to %.4g", bar.excuse(), excused);
    }
  }

  public boolean held() {
    return faults.isEmpty() && bars.stream().noneMatch(Judged::fails);
  }

  /**
   * @param runs of each control, in the order of the seeds
   */
  public static Verdict of(
      Experiment experiment,
      String policy,
      List<Long> seeds,
      SortedMap<String, List<RunResult>> runs) {
    SortedMap<String, SortedMap<String, Spread>> spreads = new TreeMap<>();
    SortedMap<String, RunResult> shown = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    runs.forEach(
        (control, results) -> {
          spreads.put(control, spreads(results));
          shown.put(control, results.getFirst());
        });
    List<RunResult> own = runs.getOrDefault(policy, List.of());
    for (int i = 0; i < own.size(); i++) {
      for (String fault : own.get(i).faults()) {
        faults.add("seed " + seeds.get(i) + ": " + fault);
      }
    }
    SortedMap<String, Spread> metrics = spreads.getOrDefault(policy, new TreeMap<>());
    List<Judged> judged = new ArrayList<>();
    for (Bar bar : experiment.bars(policy)) {
      judged.add(judged(bar, metrics, spreads));
    }
    spreads.remove(policy);
    return new Verdict(
        experiment,
        policy,
        List.copyOf(seeds),
        metrics,
        spreads,
        judged,
        faults,
        shown,
        Merge.sha256(own.stream().map(RunResult::sha256).toList()));
  }

  private static SortedMap<String, Spread> spreads(List<RunResult> results) {
    SortedMap<String, List<Double>> values = new TreeMap<>();
    for (RunResult result : results) {
      result
          .metrics()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
    }
    SortedMap<String, Spread> spreads = new TreeMap<>();
    values.forEach((name, all) -> spreads.put(name, Spread.of(all)));
    return spreads;
  }

  private static Judged judged(
      Bar bar,
      SortedMap<String, Spread> own,
      SortedMap<String, SortedMap<String, Spread>> references) {
    Spread spread = find(bar.metric(), own, references);
    Spread rival = find(bar.rival(), own, references);
    double limit = rival == null ? bar.value() : bar.limit(rival);
    if (spread == null || (rival == null && !bar.rival().isEmpty())) {
      return new Judged(bar, limit, null, false, null);
    }
    double measured = bar.worst(spread);
    Spread told = references.getOrDefault(bar.excuse(), new TreeMap<>()).get(bar.metric());
    @Nullable Double excused =
        told == null || bar.holds(bar.worst(told), limit) ? null : bar.worst(told);
    return new Judged(bar, limit, measured, bar.holds(measured, limit), excused);
  }

  private static @Nullable Spread find(
      String metric,
      SortedMap<String, Spread> own,
      SortedMap<String, SortedMap<String, Spread>> all) {
    if (own.containsKey(metric)) {
      return own.get(metric);
    }
    for (Map.Entry<String, SortedMap<String, Spread>> control : all.entrySet()) {
      if (metric.startsWith(control.getKey() + ".")) {
        return control.getValue().get(metric.substring(control.getKey().length() + 1));
      }
    }
    return null;
  }
}
