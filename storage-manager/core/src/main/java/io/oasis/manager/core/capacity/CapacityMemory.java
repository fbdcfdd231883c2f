package io.oasis.manager.core.capacity;

/**
 * What the capacity estimator keeps across a restart.
 *
 * @param center smoothed cost per second at saturation; 0 while never saturated
 * @param deviation smoothed distance of measurements from the centre
 * @param lower greatest cost per second seen to be possible
 */
public record CapacityMemory(double center, double deviation, double lower) {
  public static final CapacityMemory NONE = new CapacityMemory(0, 0, 0);

  /** A capacity that moved by more than this part of the larger is another one. */
  private static final double SAME = 0.05;

  /** Whether who goes on from this one would share out about the same. */
  public boolean isNear(CapacityMemory other) {
    return StrictMath.abs(center - other.center) <= SAME * StrictMath.max(center, other.center);
  }
}
