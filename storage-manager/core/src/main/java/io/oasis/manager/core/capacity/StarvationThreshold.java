package io.oasis.manager.core.capacity;

import java.time.Duration;
import java.time.Instant;

/**
 * The load at which a device begins to starve somebody. An elevator does: it carries more the more
 * it has to choose from, and beyond some load it stays where one stream is, carries less than it
 * just did, and who reads elsewhere waits. What is shared out stays below that load for a while.
 */
final class StarvationThreshold {
  /** That much less than it just carried. */
  private static final double LESS = 0.9;

  /** So much of the load is shared out afterwards. */
  private static final double BELOW = 0.95;

  private static final Duration KNOWN = Duration.ofMinutes(10);

  private double edge = Double.MAX_VALUE;
  private Instant knownAt = Instant.EPOCH;

  /**
   * Takes a saturated sample.
   *
   * @param known the capacity as it is known before it
   */
  void add(double sample, boolean isUneven, double known, Instant now) {
    if (knownAt.plus(KNOWN).isBefore(now)) {
      edge = Double.MAX_VALUE;
    }
    if (isUneven && sample < LESS * known) {
      edge = StrictMath.min(edge, known);
      knownAt = now;
    }
  }

  void forget() {
    edge = Double.MAX_VALUE;
  }

  double most() {
    return BELOW * edge;
  }
}
