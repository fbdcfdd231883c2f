package io.oasis.manager.planners.insulation;

/** What becomes of the end of a slice that is too short for one more request. */
public enum SliceEnds {
  /** The next slice begins at once; what was left is added to the workload's next slice. */
  CARRIED_OVER,

  /** Slices begin and end by the clock, so it is lost. */
  LOST
}
