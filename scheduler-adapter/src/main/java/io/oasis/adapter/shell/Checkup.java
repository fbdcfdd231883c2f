package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import java.util.Map;
import java.util.Optional;

/** Looks for what makes limits void, beside the loop, because looking takes seconds. */
interface Checkup extends AutoCloseable {
  /** Nothing is known that could. */
  Checkup NONE = _ -> Optional.empty();

  /**
   * What was found since it was last asked, if it was looked for; the limits in force are what is
   * looked at next.
   */
  Optional<Map<Place, Map<Throttle.Part, Fault>>> take(Map<Place, Throttle> inForce);

  @Override
  default void close() {}
}
