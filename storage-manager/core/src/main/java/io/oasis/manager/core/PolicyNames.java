package io.oasis.manager.core;

import io.oasis.manager.core.cache.CachePolicies;
import io.oasis.manager.core.decide.Way;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.EvenParts;
import io.oasis.manager.core.policy.OasisPolicy;
import io.oasis.manager.core.policy.ProportionalFair;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names that a domain's policy may have, the default first. One name stands for bandwidth and
 * for cache; where only one of them knows it, the other is shared out by the default. Insulation
 * stands for both: it divides time and cache by itself, and nobody is limited.
 */
public final class PolicyNames {
  private static final List<String> ALL =
      Stream.of(
              List.of(CausalLaw.NAME, OasisPolicy.NAME, EvenParts.NAME, Way.WATER_LEVEL),
              CachePolicies.names(),
              List.of(Rails.INSULATION))
          .flatMap(List::stream)
          .distinct()
          .toList();

  private PolicyNames() {}

  public static List<String> all() {
    return ALL;
  }

  public static boolean isKnown(String name) {
    return ALL.contains(name);
  }

  /** What a domain's policy has to be, told to somebody who named another. */
  public static String rule(String refused) {
    String rule = "must be one of " + String.join(", ", ALL);
    return switch (refused) {
      case ProportionalFair.NAME ->
          rule
              + "; it can take an array down to hundredths of what it does, and is there to be"
              + " compared with in the lab: "
              + CausalLaw.NAME
              + " is the policy that shares fairly";
      case "causal" -> rule + "; it is called " + CausalLaw.NAME + " now";
      default -> rule;
    };
  }

  /** Whether what was recorded can be decided by it: also by what no domain is decided by. */
  public static boolean isReplayed(String name) {
    return isKnown(name) || name.equals(ProportionalFair.NAME);
  }
}
