package io.oasis.manager.core.cache;

import java.util.List;
import java.util.Optional;

/** What a cache policy answers. */
public sealed interface CacheSizes {
  /**
   * @param bytes a size per claim; they never exceed the capacity together
   * @param reasons a sentence per claim
   * @param gap how far the value may be under the best, as a part of the best; empty when the
   *     policy has no best
   * @param selfDamped whether the policy moves in steps of its own, so that none shall be added
   */
  record Found(double[] bytes, List<String> reasons, Optional<Double> gap, boolean selfDamped)
      implements CacheSizes {}

  /** There is none, and why. */
  record Refused(String reason) implements CacheSizes {}
}
