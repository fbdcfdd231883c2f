package io.oasis.manager.core.decide;

import static io.oasis.manager.core.settle.Stability.HEADROOM;
import static io.oasis.manager.core.settle.Stability.HEADROOM_IOPS;
import static io.oasis.manager.core.settle.Stability.LEAST_HEADROOM;
import static io.oasis.manager.core.settle.Stability.SQUEEZE;
import static io.oasis.manager.core.settle.Stability.SURPLUS;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Probe;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.RateBound;

/** The limits that carry out allocations: by how much they exceed them, and when they do not. */
final class Limits {
  private final Probe probe = new Probe();
  private double headroom = HEADROOM;

  /** The limit for what a queue has that is bound so. */
  RateBound of(double allocation, double meanBytes, Bound bound) {
    boolean isBelow = probe.isOn() && bound == Bound.FAIR_SHARE;
    return limit(allocation, meanBytes, isBelow ? -probe.below() : headroom);
  }

  /** The same while nothing is tried. */
  RateBound usual(double allocation, double meanBytes) {
    return limit(allocation, meanBytes, headroom);
  }

  static RateBound limit(double allocation, double meanBytes, double headroom) {
    double cost = StrictMath.max(Claims.LEAST, allocation);
    double grain = HEADROOM_IOPS * CostModel.costOf(meanBytes);
    boolean inOperations =
        headroom > 0
            && CostModel.bound(cost, meanBytes).iops().isPresent()
            && cost * headroom < grain;
    return CostModel.bound(inOperations ? cost + grain : cost * (1 + headroom), meanBytes);
  }

  /** What was allocated to who has this by a limit. */
  double allocation(double cost) {
    return cost / (1 + headroom);
  }

  /** What is shared out of a capacity that limits exceed by the headroom. */
  double withSurplus(double capacity) {
    return capacity * (1 + SURPLUS * headroom);
  }

  /**
   * As large as the smallest fair share bears; changes by less than a fifth are not worth a push.
   */
  void fit(Targets.Found targets, double capacity) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < targets.amounts().length; i++) {
      if (targets.bounds().get(i) == Bound.FAIR_SHARE) {
        smallest = StrictMath.min(smallest, targets.amounts()[i]);
      }
    }
    if (smallest >= capacity) {
      return;
    }
    double bearable = SQUEEZE * smallest / (capacity - smallest) / (1 + SURPLUS);
    double next = StrictMath.max(LEAST_HEADROOM, StrictMath.min(HEADROOM, bearable));
    headroom = StrictMath.abs(next - headroom) > headroom / 5 ? next : headroom;
  }

  /** Takes one interval; returns whether a probe begins. */
  boolean probes(boolean isDoubtful, boolean isSaturated) {
    return probe.begins(isDoubtful, isSaturated);
  }

  /** A probe ends; whether there was one. */
  boolean endProbe() {
    return probe.end();
  }

  boolean isProbing() {
    return probe.isOn();
  }
}
