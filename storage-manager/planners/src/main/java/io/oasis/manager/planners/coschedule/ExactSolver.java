package io.oasis.manager.planners.coschedule;

import java.util.List;

/**
 * Takes over where the heuristics fail, and proves that there is no schedule. A port: solvers are
 * large libraries.
 *
 * <p>The same packing and work give the same answer. {@code FREE} packings are the relaxation of
 * {@code CONTIGUOUS} ones: what does not fit on any servers does not fit on neighbours.
 */
public interface ExactSolver {
  /** None: all is left to the heuristics. */
  ExactSolver NONE = (packing, work) -> new Answer.Unknown("there is no solver");

  /** What it found out. */
  sealed interface Answer {
    /** These spots, in the order of the boxes. */
    record Found(List<Spot> spots) implements Answer {
      public Found {
        spots = List.copyOf(spots);
      }
    }

    /** Proved: they cannot all be put. */
    record Infeasible() implements Answer {}

    /** Not within the work allowed, or not at all. */
    record Unknown(String why) implements Answer {}
  }

  /**
   * @param work allowed, in units of about one second of a processor core that do not depend on the
   *     machine
   */
  Answer solve(Packing packing, double work);
}
