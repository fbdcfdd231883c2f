package io.oasis.manager.core.contract;

import io.oasis.protocol.Mode;
import java.time.Duration;

/**
 * How a controller works; the same for every domain.
 *
 * @param interval the agents' sampling interval: one decision per interval, where no shorter one is
 *     wished for
 * @param lease how long a setting holds without renewal; renewed three times a lease
 * @param initialMode of a domain nobody has spoken of
 * @param initialPolicy of a domain nobody has spoken of
 */
public record ControllerConfig(
    Duration interval, Duration lease, Mode initialMode, String initialPolicy) {
  /** What a domain is measured at while somebody in it is limited or asked. */
  public static final Duration SHORT = Duration.ofMillis(250);

  public static final ControllerConfig DEFAULT =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");
}
