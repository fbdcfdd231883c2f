package io.oasis.manager.core.law;

import io.oasis.manager.core.law.Sight.Kind;

/** Whether somebody does another work than before: its I/Os are of quite another size. */
final class OtherWork {
  /** Sizes that differ by this factor are another work's, as a binary logarithm. */
  private static final int FAR = 3;

  /** Who changes more often than this does one work of several sizes, in seconds. */
  private static final double LASTS_SECONDS = 10;

  private double changedAt = Double.NEGATIVE_INFINITY;

  /** Takes in an interval; returns whether another work begins. */
  boolean isSeen(Kind before, Sight.Seen seen, double seconds) {
    boolean isFar = StrictMath.abs(seen.kind().sizeClass() - before.sizeClass()) >= FAR;
    if (seen.passed() == 0 || !isFar) {
      return false;
    }
    boolean isOther = seconds - changedAt > LASTS_SECONDS;
    changedAt = seconds;
    return isOther;
  }
}
