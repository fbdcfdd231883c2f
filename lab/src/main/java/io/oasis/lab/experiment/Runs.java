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

  /**
   * @param progress told what has been run, in words, from any thread
   * @return one verdict per policy
   */
  public static List<Verdict> of(
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
    List<Verdict> verdicts = new ArrayList<>();
    for (String policy : policies) {
      SortedMap<String, List<RunResult>> own = new TreeMap<>();
      own.put(policy, byControl.getOrDefault(policy, List.of()));
      for (String reference : experiment.outline().references()) {
        own.put(reference, byControl.getOrDefault(reference, List.of()));
      }
      verdicts.add(Verdict.of(experiment, policy, seeds, own));
    }
    return verdicts;
  }
}
