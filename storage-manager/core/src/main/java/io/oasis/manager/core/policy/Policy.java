package io.oasis.manager.core.policy;

/** Who gets what. Pure: the same problem gives the same targets. */
public interface Policy {
  /** Its name in configuration and decisions. */
  String name();

  /**
   * Whether it shares out a known capacity; one that does not is asked from the first request on.
   */
  default boolean needsCapacity() {
    return true;
  }

  /** Targets for all claims of a domain, in the order of the claims. */
  Targets decide(Problem problem);
}
