package io.oasis.manager.core.insulation;

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
record Tenure(
    Profile held,
    Profile seen,
    Optional<Instant> differsSince,
    boolean promised,
    boolean outgrown) {
  /** Who comes is on trial, whatever has been measured already. */
  static Tenure beginning(Profile seen, Instant now) {
    Profile held = new Profile.Unknown(seen.name(), seen.weight());
    return new Tenure(held, seen, since(held, seen, now), false, false);
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
  Tenure measured(Profile now) {
    return new Tenure(
        held,
        now instanceof Profile.Unknown ? held.weighing(now.weight()) : now,
        differsSince,
        promised,
        outgrown);
  }

  Tenure compared(boolean differs, Instant now) {
    Optional<Instant> since =
        differs ? Optional.of(differsSince.orElse(now)) : Optional.<Instant>empty();
    return new Tenure(held, seen, since, promised, outgrown);
  }

  /** Whether another profile has been there long enough. */
  boolean isDue(Duration trial, Instant now) {
    return differsSince.isPresent()
        && Duration.between(differsSince.get(), now).compareTo(trial) >= 0;
  }

  /** Planned with what was measured last from now on. */
  Tenure adopted() {
    return new Tenure(seen, seen, Optional.empty(), promised, false);
  }

  Tenure outgrowing(boolean so) {
    return new Tenure(held, seen, differsSince, promised, so);
  }

  Tenure promising(boolean so) {
    return new Tenure(held, seen, differsSince, so, outgrown);
  }
}
