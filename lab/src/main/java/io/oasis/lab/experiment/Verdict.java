package io.oasis.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an experiment gave under one policy, beside its references. */
public record Verdict(
    Experiment experiment,
    String policy,
    List<Long> seeds,
    Measured measured,
    List<Judged> bars,
    List<String> faults,
    String sha256) {
  /**
   * @param references the same of each control
   * @param shown the first seed's runs, by control, for drawing
   */
  public record Measured(
      SortedMap<String, Spread> metrics,
      SortedMap<String, SortedMap<String, Spread>> references,
      SortedMap<String, RunResult> shown) {}

  /** The worst of its bars; without one for what the policy does nothing is shown. */
  public Outcome outcome() {
    if (!faults.isEmpty() || count(Outcome.MISSED) > 0) {
      return Outcome.MISSED;
    }
    if (bars.stream()
        .noneMatch(
            judged ->
                judged.outcome() == Outcome.HELD
                    && judged.speaksFor(experiment.outline().references()))) {
      return Outcome.NOTHING_SHOWN;
    }
    return count(Outcome.EXCUSED) > 0 ? Outcome.EXCUSED : Outcome.HELD;
  }

  /** No bar is missed, and at least one about what the policy does is held. */
  public boolean held() {
    return outcome().compareTo(Outcome.EXCUSED) >= 0;
  }

  /** How many bars came out like this. */
  public long count(Outcome outcome) {
    return bars.stream().filter(judged -> judged.outcome() == outcome).count();
  }

  /**
   * @param bars what is to hold
   * @param runs of each control, in the order of the seeds
   */
  public static Verdict of(
      Experiment experiment,
      String policy,
      List<Bar> bars,
      List<Long> seeds,
      SortedMap<String, List<RunResult>> runs) {
    SortedMap<String, SortedMap<String, Spread>> spreads = new TreeMap<>();
    SortedMap<String, RunResult> shown = new TreeMap<>();
    runs.forEach(
        (control, results) -> {
          spreads.put(control, spreads(results));
          shown.put(control, results.getFirst());
        });
    List<RunResult> own = runs.getOrDefault(policy, List.of());
    SortedMap<String, Spread> metrics = spreads.getOrDefault(policy, new TreeMap<>());
    spreads.remove(policy);
    return new Verdict(
        experiment,
        policy,
        List.copyOf(seeds),
        new Measured(metrics, spreads, shown),
        bars.stream().map(bar -> judged(bar, policy, seeds, runs)).toList(),
        faults(seeds, own),
        Merge.sha256(own.stream().map(RunResult::sha256).toList()));
  }

  private static List<String> faults(List<Long> seeds, List<RunResult> own) {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      for (String fault : own.get(i).faults()) {
        faults.add("seed " + seeds.get(i) + ": " + fault);
      }
    }
    return faults;
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
      Bar bar, String policy, List<Long> seeds, SortedMap<String, List<RunResult>> runs) {
    List<Judged.OnSeed> judged = new ArrayList<>();
    for (int i = 0; i < seeds.size(); i++) {
      SortedMap<String, SortedMap<String, Double>> seed = new TreeMap<>();
      for (Map.Entry<String, List<RunResult>> control : runs.entrySet()) {
        seed.put(control.getKey(), control.getValue().get(i).metrics());
      }
      Double rival = bar.rival().isEmpty() ? Double.valueOf(1) : find(bar.rival(), policy, seed);
      Bar.Excuse excuse = bar.excuse();
      Double reached =
          excuse == null ? null : find(excuse.reference() + "." + bar.metric(), policy, seed);
      double limit = rival == null ? Double.NaN : bar.value() * rival; // NaN holds nothing
      judged.add(Judged.judge(bar, seeds.get(i), limit, find(bar.metric(), policy, seed), reached));
    }
    return new Judged(bar, judged);
  }

  /** A metric of the policy, or of the control that its name begins with. */
  private static @Nullable Double find(
      String metric, String policy, SortedMap<String, SortedMap<String, Double>> seed) {
    Double own = seed.getOrDefault(policy, new TreeMap<>()).get(metric);
    if (own != null) {
      return own;
    }
    for (Map.Entry<String, SortedMap<String, Double>> control : seed.entrySet()) {
      if (metric.startsWith(control.getKey() + ".")) {
        return control.getValue().get(metric.substring(control.getKey().length() + 1));
      }
    }
    return null;
  }
}
