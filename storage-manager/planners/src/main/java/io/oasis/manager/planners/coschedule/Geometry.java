package io.oasis.manager.planners.coschedule;

/** Which servers may serve one workload. */
public enum Geometry {
  /** Any. A schedule then exists exactly when at no time more servers are wanted than there are. */
  FREE,

  /** Neighbours, as in the paper: workloads are rectangles in a strip. */
  CONTIGUOUS
}
