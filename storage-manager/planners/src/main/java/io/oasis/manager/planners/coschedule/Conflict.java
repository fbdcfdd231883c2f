package io.oasis.manager.planners.coschedule;

import java.util.List;

/**
 * Workloads that cannot be placed together, as few as were found, and why.
 *
 * @param words the reason in a sentence
 */
public record Conflict(Kind kind, List<Workload> workloads, String words) {
  public Conflict {
    workloads = List.copyOf(workloads);
  }

  /** What kind of proof there is. */
  public enum Kind {
    /** One alone is larger than the cluster or the round. */
    TOO_LARGE,

    /** Together they need more server time than there is. */
    TOO_MUCH_TIME,

    /** So few of them can be served at the same time that one round is too short. */
    TOO_FEW_AT_ONCE,

    /** So few of them can share a server that there are too few servers. */
    TOO_FEW_PER_SERVER,

    /** There is room, but no arrangement: all were tried. */
    NO_ARRANGEMENT
  }
}
