package io.oasis.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs an experiment under policies and references, several seeds at a time. */
public final class Runs {
  private Runs() {}

  /**
   * @param progress told what has been run, in words, from any thread
   * @return one verdict per policy
   */
  public static List<Verdict> of(
      Experiment experiment, List<String> policies, List<Long> seeds, Consumer<String> progress) {
    Set<String> controls = new LinkedHashSet<>(policies);
    controls.addAll(experiment.references());
    SortedMap<String, List<RunResult>> results = new TreeMap<>();
    for (String control : controls) {
      results.put(
          control,
          IntStream.range(0, seeds.size())
              .parallel()
              .mapToObj(i -> experiment.run(control, seeds.get(i)))
              .toList());
      progress.accept(experiment.name() + " " + control + ": " + seeds.size() + " seeds");
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (String policy : policies) {
      SortedMap<String, List<RunResult>> own = new TreeMap<>();
      own.put(policy, results.getOrDefault(policy, List.of()));
      for (String reference : experiment.references()) {
        own.put(reference, results.getOrDefault(reference, List.of()));
      }
      verdicts.add(Verdict.of(experiment, policy, seeds, own));
    }
    return verdicts;
  }
}
