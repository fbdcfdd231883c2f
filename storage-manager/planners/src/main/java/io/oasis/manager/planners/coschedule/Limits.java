package io.oasis.manager.planners.coschedule;

/**
 * How much is tried before R_clustering is relaxed; steps and work, not seconds, so that the same
 * cluster gets the same schedule on every machine.
 *
 * @param steps of the four heuristics together, at each R_clustering
 * @param orderSteps boxes put in orders near theirs, after that
 * @param solverWork of the solver while R_clustering can still be relaxed
 * @param lastWork of the solver at the least R_clustering
 */
public record Limits(long steps, long orderSteps, double solverWork, double lastWork) {
  /**
   * Of 40 workloads at R_clustering 0.9 the steps take some milliseconds, and what has a schedule
   * has one in the first 50 orders, which are 2,000 steps; work is in seconds of one core.
   */
  public static final Limits DEFAULT = new Limits(2_000, 20_000, 0.5, 10);

  public Limits {
    if (steps < 1 || orderSteps < 0 || !(solverWork >= 0) || !(lastWork >= 0)) {
      throw new IllegalArgumentException(
          "limits = %d, %d, %f, %f: must be positive"
              .formatted(steps, orderSteps, solverWork, lastWork));
    }
  }
}
