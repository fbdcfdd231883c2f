package io.oasis.manager.core;

import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Decision.Bound;
import java.util.Locale;

/** Says in a sentence why a queue has what it has. */
final class Reasons {
  private Reasons() {}

  static String of(Claim claim, Bound target, Bound step, double amount, boolean calm) {
    if (calm) {
      return "not limited: everybody's demand fits with room to spare";
    }
    String why =
        target == Bound.FAIR_SHARE && claim.demand() < Double.POSITIVE_INFINITY
            ? text("wants %.0f cost/s, its fair share is %.0f cost/s", claim.demand(), amount)
            : summary(target, amount);
    return switch (step) {
      case STEP -> why + ", approached step by step";
      case DEAD_BAND -> why + ", unchanged: the difference is too small or too fresh to push";
      case DEMAND, CAP, FLOOR, FAIR_SHARE, RULE, EXCLUDED -> why;
    };
  }

  /** What a target goes by. */
  static String summary(Bound target, double amount) {
    return switch (target) {
      case DEMAND -> text("gets all it wants, %.0f cost/s", amount);
      case CAP -> text("held to its limit of %.0f cost/s by a guard rail", amount);
      case FLOOR -> text("given its reserve of %.0f cost/s by a guard rail", amount);
      case FAIR_SHARE -> text("wants more than there is: its fair share is %.0f cost/s", amount);
      case RULE -> text("set to %.0f cost/s by the policy's own rule", amount);
      case EXCLUDED -> "never limited";
      case STEP, DEAD_BAND -> text("set to %.0f cost/s", amount);
    };
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
