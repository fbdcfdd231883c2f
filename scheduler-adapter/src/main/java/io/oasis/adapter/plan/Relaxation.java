package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Setting;
import java.time.Duration;

/**
 * A limit that goes while it holds something back, where all of that would enter at once: it is
 * raised in steps, each three times the one before, and is gone within half a second.
 *
 * @param release the setting without a limit
 * @param since when it was let go of
 * @param from what was in force then
 */
record Relaxation(Setting release, Duration since, Throttle from) {
  /** Time between two steps: some writes of the slowest target, and three of them in 0.5 s. */
  private static final Duration STEP = Duration.ofMillis(150);

  /** Steps before it goes: who still waits at 27 times the limit waits for the device. */
  private static final int STEPS = 3;

  /** Times the step before: what waits enters at a rate that a neighbour sees come. */
  private static final int FACTOR = 3;

  /** The same, asked for once more. */
  Relaxation by(Setting newer) {
    return new Relaxation(newer, since, from);
  }

  /** What shall be in force now. */
  Throttle at(Duration now) {
    Throttle raised = from;
    for (int step = 0; step <= steps(now); step++) {
      for (Throttle.Part part : Throttle.Part.RATES) {
        raised = raised.with(part, raised.get(part) * FACTOR);
      }
    }
    return raised;
  }

  boolean isOver(Duration now) {
    return steps(now) >= STEPS;
  }

  private int steps(Duration now) {
    return (int) Math.min(STEPS, now.minus(since).toNanos() / STEP.toNanos());
  }
}
