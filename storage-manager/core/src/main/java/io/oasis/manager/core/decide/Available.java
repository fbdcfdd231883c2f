package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.policy.Policy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a decision has to share out: the capacity, or what stands for it while it is not known. */
final class Available {
  private final Domain domain;
  private final CapacityEstimator capacity;
  private final Limits limits;

  /** Whether this controller has shared out anything: what was limited before is not its work. */
  private boolean hasShared;

  private boolean isInherited;

  Available(Domain domain, CapacityEstimator capacity, Limits limits) {
    this.domain = domain;
    this.capacity = capacity;
    this.limits = limits;
  }

  /**
   * Cost per second for these queues and others; absent while it is not known, and there is nothing
   * that stands for it.
   *
   * @param others what those have who are not shared with
   */
  Optional<Double> toShare(Policy policy, List<Share> shared, double others) {
    isInherited = inherits(policy, shared);
    if (isInherited && !domain.isListening()) {
      infer(shared, others);
    }
    Optional<Double> known = capacity.toShare();
    Optional<Double> available =
        known.isPresent() || policy.needsCapacity()
            ? known.map(limits::withSurplus)
            : Optional.of(givenOut(shared, others));
    hasShared |= available.isPresent() && !shared.isEmpty();
    return available;
  }

  /**
   * Whether limits are in force that a former controller set, and there is no word of the capacity
   * they were computed from: it was killed before that was kept.
   */
  boolean isInherited() {
    return isInherited;
  }

  private boolean inherits(Policy policy, List<Share> shared) {
    return !hasShared
        && policy.needsCapacity()
        && domain.enforcing()
        && capacity.toShare().isEmpty()
        && shared.stream().anyMatch(Share::isLimited);
  }

  /** Takes what is given out for the capacity: the former controller believed that. */
  private void infer(List<Share> shared, double others) {
    double given = givenOut(shared, others);
    capacity.startFrom(given);
    domain.note(
        String.format(
            Locale.ROOT, "capacity of %.0f cost/s inferred from the limits in force", given));
  }

  private static double givenOut(List<Share> shared, double others) {
    double given = others;
    for (Share share : shared) {
      given += share.holding();
    }
    return StrictMath.max(Claims.LEAST, given);
  }
}
