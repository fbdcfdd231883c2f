package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Throttle;
import java.util.Optional;

/** What became of a write. */
public sealed interface Verdict {
  /** Written and read back. */
  record InForce(Throttle readBack) implements Verdict {}

  /** Not written: somebody else's value is there. */
  record Foreign(Throttle found) implements Verdict {}

  /** Not written: the cgroup or device is not there any more. */
  record Gone() implements Verdict {}

  /** Not written, or not wholly; worth another try. {@code found} is what of ours is there now. */
  record Trouble(String cause, Optional<Throttle> found) implements Verdict {}
}
