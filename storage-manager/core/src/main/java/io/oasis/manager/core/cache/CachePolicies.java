package io.oasis.manager.core.cache;

import java.util.List;

/** The cache policies there are, by name. */
public final class CachePolicies {
  private static final CachePolicy DEFAULT = new ProportionalFairCache();
  private static final List<CachePolicy> ALL =
      List.of(DEFAULT, new OasisCachePolicy(), new LargestGain());

  private CachePolicies() {}

  /** The policy of that name; the default when there is none for caches. */
  public static CachePolicy named(String name) {
    return ALL.stream().filter(policy -> policy.name().equals(name)).findFirst().orElse(DEFAULT);
  }

  public static List<String> names() {
    return ALL.stream().map(CachePolicy::name).toList();
  }
}
