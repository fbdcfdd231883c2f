package io.oasis.manager.planners.insulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One workload's standing with the planner.
 *
 * @param held the profile that it is planned with
 * @param seen what was measured last
 * @param differsSince since when that is another one; empty when it is not
 * @param promised what {@code held} needs is kept for it
 * @param outgrown it needs more by now than could be promised, and keeps what was
 */
record WorkloadState(
    Profile held,
    Profile seen,
    Optional<Instant> differsSince,
    boolean promised,
    boolean outgrown) {
  /** Who comes is on trial, whatever has been measured already. */
  static WorkloadState beginning(Profile seen, Instant now) {
    Profile held = new Profile.Unknown(seen.name(), seen.weight());
    return new WorkloadState(held, seen, since(held, seen, now), false, false);
  }

  private static Optional<Instant> since(Profile held, Profile seen, Instant now) {
    return held.equals(seen) ? Optional.empty() : Optional.of(now);
  }

  String name() {
    return held.name();
  }

  /**
   * What was measured now. Nothing measured is no news of what a workload needs: one that is idle,
   * or whose server was started again, is what it was.
   */
  WorkloadState measured(Profile now) {
    return new WorkloadState(
        held,
        now instanceof Profile.Unknown ? held.weighing(now.weight()) : now,
        differsSince,
        promised,
        outgrown);
  }

  WorkloadState compared(boolean differs, Instant now) {
    Optional<Instant> since =
        differs ? Optional.of(differsSince.orElse(now)) : Optional.<Instant>empty();
    return new WorkloadState(held, seen, since, promised, outgrown);
  }

  /** Whether another profile has been there long enough. */
  boolean isDue(Duration trial, Instant now) {
    return differsSince.isPresent()
        && Duration.between(differsSince.get(), now).compareTo(trial) >= 0;
  }

  /** Planned with what was measured last from now on. */
  WorkloadState adopted() {
    return new WorkloadState(seen, seen, Optional.empty(), promised, false);
  }

  WorkloadState outgrowing(boolean so) {
    return new WorkloadState(held, seen, differsSince, promised, so);
  }

  WorkloadState promising(boolean so) {
    return new WorkloadState(held, seen, differsSince, so, outgrown);
  }
}
