package io.oasis.manager.core.decide;

import io.oasis.manager.core.law.EvenParts;
import io.oasis.manager.core.policy.Policies;

/** How a domain is decided about, by the name of its policy. */
public enum Way {
  /** The default, and whatever names no other way. */
  ASKING,

  /**
   * By asking, but level: the same I/Os per second for everybody beyond its reserve and below its
   * limit, whatever its weight and the size of its I/Os (Zygaria, section 4.2).
   */
  LEVEL,

  /** Equal static parts. */
  EVEN,

  /** A capacity that is measured is shared out. */
  BY_CAPACITY;

  /** The name of the policy for {@link #LEVEL}. */
  public static final String WATER_LEVEL = "water-level";

  public static Way of(String policy) {
    return switch (policy) {
      case WATER_LEVEL -> LEVEL;
      case EvenParts.NAME -> EVEN;
      default -> Policies.named(policy).isPresent() ? BY_CAPACITY : ASKING;
    };
  }
}
