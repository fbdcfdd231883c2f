package io.oasis.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs an experiment under policies and references, several runs at a time. */
public final class Runs {
  private Runs() {}

  private record Run(String control, long seed) {}

  /** All runs of an experiment: of each control one result for each seed, in their order. */
  public record Results(
      Experiment experiment, List<Long> seeds, SortedMap<String, List<RunResult>> byControl) {
    /** The same without curves and decisions, which take megabytes a run. */
    public Results metricsOnly() {
      SortedMap<String, List<RunResult>> light = new TreeMap<>();
      byControl.forEach(
          (control, results) ->
              light.put(control, results.stream().map(RunResult::metricsOnly).toList()));
      return new Results(experiment, seeds, light);
    }

    /** What the runs under one policy come to, by the experiment's own bars. */
    public Verdict verdict(String policy) {
      return verdict(policy, experiment.bars(policy));
    }

    /** The same by other bars. */
    public Verdict verdict(String policy, List<Bar> bars) {
      SortedMap<String, List<RunResult>> own = new TreeMap<>();
      own.put(policy, byControl.getOrDefault(policy, List.of()));
      for (String reference : experiment.outline().references()) {
        own.put(reference, byControl.getOrDefault(reference, List.of()));
      }
      return Verdict.of(experiment, policy, bars, seeds, own);
    }
  }

  /**
   * @param progress told what has been run, in words, from any thread
   * @return one verdict per policy
   */
  public static List<Verdict> of(
      Experiment experiment, List<String> policies, List<Long> seeds, Consumer<String> progress) {
    Results results = results(experiment, policies, seeds, progress);
    return policies.stream().map(results::verdict).toList();
  }

  /** Runs an experiment under these policies and all its references. */
  public static Results results(
      Experiment experiment, List<String> policies, List<Long> seeds, Consumer<String> progress) {
    Set<String> controls = new LinkedHashSet<>(policies);
    controls.addAll(experiment.outline().references());
    List<Run> runs =
        controls.stream()
            .flatMap(control -> seeds.stream().map(seed -> new Run(control, seed)))
            .toList();
    List<RunResult> results =
        runs.parallelStream()
            .map(
                run -> {
                  RunResult result = experiment.run(run.control, run.seed);
                  progress.accept(experiment.name() + " " + run.control + ", seed " + run.seed);
                  return result;
                })
            .toList();
    SortedMap<String, List<RunResult>> byControl = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      byControl
          .computeIfAbsent(runs.get(i).control, control -> new ArrayList<>())
          .add(results.get(i));
    }
    return new Results(experiment, List.copyOf(seeds), byControl);
  }
}
