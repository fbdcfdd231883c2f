package io.oasis.manager.core.settle;

import static io.oasis.manager.core.settle.Stability.CYCLE_REVERSALS;
import static io.oasis.manager.core.settle.Stability.CYCLE_WINDOW;
import static io.oasis.manager.core.settle.Stability.DEAD_BAND;
import static io.oasis.manager.core.settle.Stability.DWELL_INTERVALS;
import static io.oasis.manager.core.settle.Stability.PUSH_BUDGET;
import static io.oasis.manager.core.settle.Stability.PUSH_REFILL_INTERVALS;
import static io.oasis.manager.core.settle.Stability.TURN_BACK;

/** How one queue's allocation has moved: what dwell, push budget and cycle detection go by. */
public final class Damping {
  private int direction;
  private long movedAt = Long.MIN_VALUE / 2;
  private long reversals;
  private long windowStart;
  private int windowReversals;
  private double pushes = PUSH_BUDGET;
  private long refilledAt;

  /** Whether a move from one amount to another has to wait in this interval. */
  public boolean mustHold(double from, double to, long interval) {
    if (from <= 0) {
      return false;
    }
    double change = (to - from) / from;
    if (StrictMath.abs(change) <= DEAD_BAND) {
      return true;
    }
    boolean turnsBack = direction != 0 && StrictMath.signum(change) != direction;
    boolean tooSoon = interval - movedAt < DWELL_INTERVALS;
    return (turnsBack && tooSoon && StrictMath.abs(change) < TURN_BACK) || budget(interval) < 1;
  }

  /** Records a move. */
  public void moved(double from, double to, long interval) {
    pushes = budget(interval) - 1;
    refilledAt = interval;
    if (from <= 0 || StrictMath.abs(to - from) <= DEAD_BAND * from) {
      return;
    }
    int sign = to > from ? 1 : -1;
    if (direction != 0 && sign != direction) {
      reversals++;
      if (interval - windowStart > CYCLE_WINDOW) {
        windowStart = interval;
        windowReversals = 0;
      }
      windowReversals++;
    }
    direction = sign;
    movedAt = interval;
  }

  private double budget(long interval) {
    double refilled = (double) (interval - refilledAt) / PUSH_REFILL_INTERVALS;
    return StrictMath.min(PUSH_BUDGET, pushes + refilled);
  }

  /** Whether this queue goes to and fro; asking forgets it, so that one cycle is told once. */
  public boolean takeCycle(long interval) {
    if (windowReversals < CYCLE_REVERSALS || interval - windowStart > CYCLE_WINDOW) {
      return false;
    }
    windowReversals = 0;
    windowStart = interval;
    return true;
  }

  /** What it did up to now had another cause than itself. */
  public void forgetCycle() {
    windowReversals = 0;
  }

  public long reversals() {
    return reversals;
  }
}
