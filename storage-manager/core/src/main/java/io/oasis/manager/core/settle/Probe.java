package io.oasis.manager.core.settle;

/**
 * Finds out whether queues that seem content on a device that has no more are.
 *
 * <p>A closed loop that gets what satisfied it once looks content, also when it has grown since:
 * whoever presses harder takes what its limit leaves of the device, and all limits together exceed
 * the capacity. So, for a moment now and then, the limits of those who press fall a little below
 * their allocations. Then there is room, and a queue that wants more comes up to its own limit.
 */
public final class Probe {
  /** Limits are this part below the allocations meanwhile. */
  static final double BELOW = 0.02;

  /**
   * The same on a full device that looks relaxed: it may carry less than is taken for its capacity.
   */
  static final double FURTHER_BELOW = 0.05;

  /** Doubt so long before the first probe. */
  static final int PATIENCE = 8;

  /** Two intervals: what is measured from one agent's beat to the next lies within one. */
  public static final int LENGTH = 2;

  /** With this distance a probe takes 5 % of the time. */
  static final int DISTANCE = 40;

  private int doubt;
  private int since = DISTANCE;
  private double below = BELOW;

  /**
   * Takes one interval.
   *
   * @param isDoubtful whether the device has no more, and some seem content with less than others
   * @param isSaturated whether the device looks saturated
   * @return whether a probe begins
   */
  public boolean begins(boolean isDoubtful, boolean isSaturated) {
    doubt = isDoubtful ? doubt + 1 : 0;
    since++;
    if (doubt >= PATIENCE && since >= DISTANCE) {
      since = 0;
      below = isSaturated ? BELOW : FURTHER_BELOW;
      return true;
    }
    return false;
  }

  /** It ends; whether it was on. */
  public boolean end() {
    boolean wasOn = isOn();
    since = StrictMath.max(since, LENGTH);
    return wasOn;
  }

  public boolean isOn() {
    return since < LENGTH;
  }

  /** The part by which limits are below the allocations while it is on. */
  public double below() {
    return below;
  }
}
