package io.oasis.manager.core;

import io.oasis.manager.core.cache.CachePolicies;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.policy.Policies;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names that a domain's policy may have. One name stands for bandwidth and for cache; where
 * only one of them knows it, the other is shared out by the default. Insulation stands for both: it
 * divides time and cache by itself, and nobody is limited. The causal law takes the place of all
 * that bandwidth is shared out by; caches are by the default.
 */
public final class PolicyNames {
  private static final List<String> ALL =
      Stream.of(Policies.names(), CachePolicies.names(), List.of(Rails.INSULATION, CausalLaw.NAME))
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
}
