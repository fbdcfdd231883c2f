package io.oasis.manager.core.settle;

/**
 * Finds out whether queues that seem content on a saturated device are.
 *
 * <p>A closed loop that gets what satisfied it once looks content, also when it has grown since:
 * whoever presses harder takes what its limit leaves of the device, and all limits together exceed
 * the capacity. So, for a moment now and then, the limits of those who press fall a little below
 * their allocations. Then there is room, and a queue that wants more comes up to its own limit.
 */
public final class Probe {
  /** Limits are this part below the allocations meanwhile: 2 % of them. */
  public static final double BELOW = 0.02;

  /** Doubt so long before the first probe. */
  static final int PATIENCE = 8;

  /** Two intervals: what is measured from one agent's beat to the next lies within one. */
  public static final int LENGTH = 2;

  /** With this distance a probe takes 5 % of the time. */
  static final int DISTANCE = 40;

  private int doubt;
  private int since = DISTANCE;

  /**
   * Takes one interval.
   *
   * @param isDoubtful whether the device is saturated, and some seem content with less than others
   * @return whether a probe begins
   */
  public boolean begins(boolean isDoubtful) {
    doubt = isDoubtful ? doubt + 1 : 0;
    since++;
    if (doubt >= PATIENCE && since >= DISTANCE) {
      since = 0;
      return true;
    }
    return false;
  }

  public boolean isOn() {
    return since < LENGTH;
  }
}
