package io.oasis.lab.experiment;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Something that is shown: a set-up, what is measured, the bars. */
public interface Experiment {
  Outline outline();

  default String name() {
    return outline().name();
  }

  /** Runs it once. */
  RunResult run(String control, long seed);

  /** What has to hold under this policy. */
  List<Bar> bars(String policy);

  /** What the paper measured, by metric. */
  default SortedMap<String, Double> paper() {
    return new TreeMap<>();
  }

  /** What to know when reading the result; empty when the numbers say it all. */
  default String remark(String policy) {
    return "";
  }

  /** Seeds of the report: those of a full run, or fewer where that takes minutes. */
  default List<Long> reportSeeds() {
    return seeds();
  }

  /** Seeds of a full run. */
  default List<Long> seeds() {
    return List.of(1L, 2L, 3L, 4L, 5L);
  }
}
