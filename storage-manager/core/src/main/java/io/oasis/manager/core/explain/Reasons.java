package io.oasis.manager.core.explain;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Says in a sentence why a queue has what it has. */
final class Reasons {
  /** So many who gained are named in a sentence. */
  private static final int MOST_GAINS = 3;

  private Reasons() {}

  static String of(
      Claim claim, Bound target, Bound step, double amount, double meanBytes, boolean calm) {
    if (calm) {
      return "not limited: everybody's demand fits with room to spare";
    }
    String why =
        target == Bound.FAIR_SHARE && claim.demand() < Double.POSITIVE_INFINITY
            ? "wants "
                + text(iops(claim.demand(), meanBytes))
                + ", its fair share is "
                + text(iops(amount, meanBytes))
            : summary(target, iops(amount, meanBytes));
    return switch (step) {
      case STEP -> why + ", approached step by step";
      case DEAD_BAND -> why + ", unchanged: the difference is too small or too fresh to push";
      case DEMAND, LIMIT, RESERVE, FAIR_SHARE, RULE, EXCLUDED -> why;
    };
  }

  /** Who gained by a limit, how much, and when that was last measured. */
  static String earned(Decision.Earned earned) {
    List<String> gains =
        earned.gains().stream()
            .limit(MOST_GAINS)
            .map(
                gain ->
                    "%s gained %d IOPS by its limit (%d to %d)"
                        .formatted(
                            gain.queue().application(),
                            StrictMath.round(gain.afterIops() - gain.beforeIops()),
                            StrictMath.round(gain.beforeIops()),
                            StrictMath.round(gain.afterIops())))
            .toList();
    int more = earned.gains().size() - gains.size();
    return "; %s%s, last measured at %s"
        .formatted(
            String.join(", ", gains),
            more > 0 ? " and " + more + " more" : "",
            earned.at().truncatedTo(ChronoUnit.SECONDS));
  }

  /** What a target goes by. */
  static String summary(Bound target, double iops) {
    String amount = text(iops);
    return switch (target) {
      case DEMAND -> "gets all it wants, " + amount;
      case LIMIT -> "held to its limit of " + amount + " by a guard rail";
      case RESERVE -> "given its reserve of " + amount + " by a guard rail";
      case FAIR_SHARE -> "wants more than there is: its fair share is " + amount;
      case RULE -> "set to " + amount + " by the policy's own rule";
      case EXCLUDED -> "never limited";
      case STEP, DEAD_BAND -> "set to " + amount;
    };
  }

  private static double iops(double costPerSecond, double meanBytes) {
    return costPerSecond / CostModel.costOf(meanBytes);
  }

  private static String text(double iops) {
    return StrictMath.round(iops) + " IOPS";
  }
}
