package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Decision.Bound;

/** Says in a sentence why a queue has what it has. */
final class Reasons {
  private Reasons() {}

  static String of(
      Claim claim, Bound target, Bound step, double amount, double meanBytes, boolean calm) {
    if (calm) {
      return "not limited: everybody's demand fits with room to spare";
    }
    String why =
        target == Bound.FAIR_SHARE && claim.demand() < Double.POSITIVE_INFINITY
            ? "wants "
                + iops(claim.demand(), meanBytes)
                + ", its fair share is "
                + iops(amount, meanBytes)
            : summary(target, amount, meanBytes);
    return switch (step) {
      case STEP -> why + ", approached step by step";
      case DEAD_BAND -> why + ", unchanged: the difference is too small or too fresh to push";
      case DEMAND, CAP, FLOOR, FAIR_SHARE, RULE, EXCLUDED -> why;
    };
  }

  /** What a target goes by. */
  static String summary(Bound target, double amount, double meanBytes) {
    return switch (target) {
      case DEMAND -> "gets all it wants, " + iops(amount, meanBytes);
      case CAP -> "held to its limit of " + iops(amount, meanBytes) + " by a guard rail";
      case FLOOR -> "given its reserve of " + iops(amount, meanBytes) + " by a guard rail";
      case FAIR_SHARE -> "wants more than there is: its fair share is " + iops(amount, meanBytes);
      case RULE -> "set to " + iops(amount, meanBytes) + " by the policy's own rule";
      case EXCLUDED -> "never limited";
      case STEP, DEAD_BAND -> "set to " + iops(amount, meanBytes);
    };
  }

  private static String iops(double costPerSecond, double meanBytes) {
    double iops = costPerSecond / CostModel.costOf(meanBytes);
    return StrictMath.round(iops) + " IOPS";
  }
}
