package io.oasis.manager.planners.insulation;

import java.util.List;

/**
 * How a disk and its cache are shared so that sharing costs little.
 *
 * @param accessBytes for prefetching and writing back
 * @param roundMicros all slices once
 * @param workloads in the order of the profiles
 */
public record InsulationPlan(double accessBytes, double roundMicros, List<Place> workloads) {
  public InsulationPlan {
    workloads = List.copyOf(workloads);
  }

  /** The round has the slices of all. */
  static InsulationPlan of(double accessBytes, List<Place> workloads) {
    double round = workloads.stream().mapToDouble(Place::sliceMicros).sum();
    return new InsulationPlan(accessBytes, round, workloads);
  }

  /** What is promised to a workload. */
  public enum Status {
    /** Within its share it keeps the R-value, whatever the others do. */
    SUPPORTED,

    /** Gets what the supported ones leave over. */
    BEST_EFFORT,

    /** The same, until it has been measured. */
    ON_TRIAL
  }

  /**
   * What one workload gets.
   *
   * @param sliceMicros its quantum in each round
   * @param partitionBytes of the cache, slack included
   * @param efficiency expected with that slice and that partition; 0 on trial
   * @param withOwnDisk what would be expected if only the cache were shared; 0 on trial
   * @param why in words; of the best effort, what is missing
   */
  public record Place(
      Profile profile,
      Status status,
      double sliceMicros,
      double partitionBytes,
      double efficiency,
      double withOwnDisk,
      String why) {}
}
