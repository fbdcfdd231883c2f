package io.oasis.lab;

import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Experiments;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs every experiment under all its policies. */
public final class LabReport {
  private LabReport() {}

  public static List<Verdict> verdicts(Consumer<String> progress) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Experiment experiment : Experiments.all()) {
      verdicts.addAll(
          Runs.of(experiment, experiment.outline().policies(), experiment.reportSeeds(), progress));
    }
    return verdicts;
  }
}
