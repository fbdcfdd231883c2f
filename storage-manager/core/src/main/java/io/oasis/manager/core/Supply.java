package io.oasis.manager.core;

import static io.oasis.manager.core.settle.Stability.SURPLUS;

import io.oasis.manager.core.policy.Policy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a decision has to share out: the capacity, or what stands for it while it is not known. */
final class Supply {
  private final DomainState state;

  /** Whether this controller has shared out anything: what was limited before is not its work. */
  private boolean hasShared;

  private boolean isInherited;

  Supply(DomainState state) {
    this.state = state;
  }

  /**
   * Cost per second for these queues and others; absent while it is not known, and there is nothing
   * that stands for it.
   *
   * @param others what those have who are not shared with
   */
  Optional<Double> toShare(Policy policy, List<QueueState> shared, double others) {
    isInherited = inherits(policy, shared);
    if (isInherited && !state.isListening()) {
      infer(shared, others);
    }
    Optional<Double> capacity = state.capacity.toShare();
    Optional<Double> supply =
        capacity.isPresent() || policy.needsCapacity()
            ? capacity.map(measured -> measured * (1 + SURPLUS * state.headroom))
            : Optional.of(givenOut(shared, others));
    hasShared |= supply.isPresent() && !shared.isEmpty();
    return supply;
  }

  /**
   * Whether limits are in force that a former controller set, and there is no word of the capacity
   * they were computed from: it was killed before that was kept.
   */
  boolean isInherited() {
    return isInherited;
  }

  private boolean inherits(Policy policy, List<QueueState> shared) {
    return !hasShared
        && policy.needsCapacity()
        && state.enforcing()
        && state.capacity.toShare().isEmpty()
        && shared.stream().anyMatch(QueueState::isLimited);
  }

  /** Takes what is given out for the capacity: the former controller believed that. */
  private void infer(List<QueueState> shared, double others) {
    double given = givenOut(shared, others);
    state.capacity.startFrom(given);
    state.events.add(
        String.format(
            Locale.ROOT, "capacity of %.0f cost/s inferred from the limits in force", given));
  }

  private static double givenOut(List<QueueState> shared, double others) {
    double given = others;
    for (QueueState queue : shared) {
      given += queue.isLimited() ? queue.allocation : queue.usage();
    }
    return StrictMath.max(Claims.LEAST, given);
  }
}
