package io.oasis.manager.core.push;

import io.oasis.manager.core.contract.ControllerConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How often a domain's LUNs are to be measured; all grants say it, and it is repeated. */
final class Wish {
  /** A domain is measured at the short interval for so long after the last use of it. */
  private static final Duration STAYS_SHORT = Duration.ofSeconds(5);

  /** A wish that holds is told again after so long: agents forget it after 12 s. */
  private static final Duration REPEAT = Duration.ofSeconds(5);

  private final boolean isShorter;
  private Instant atWorkAt = Instant.EPOCH;
  private Optional<Long> millis = Optional.empty();
  private Instant toldAt = Instant.EPOCH;

  /**
   * @param usual interval of the domain
   */
  Wish(Duration usual) {
    isShorter = ControllerConfig.SHORT.compareTo(usual) < 0;
  }

  /** Takes a decision; returns whether agents have to be told now. */
  boolean isDue(boolean isAtWork, Instant now) {
    atWorkAt = isAtWork ? now : atWorkAt;
    boolean isShort = isShorter && Duration.between(atWorkAt, now).compareTo(STAYS_SHORT) < 0;
    Optional<Long> before = millis;
    millis = isShort ? Optional.of(ControllerConfig.SHORT.toMillis()) : Optional.empty();
    boolean isOld = isShort && Duration.between(toldAt, now).compareTo(REPEAT) >= 0;
    return isOld || !millis.equals(before);
  }

  void told(Instant now) {
    toldAt = now;
  }

  Optional<Long> intervalMillis() {
    return millis;
  }
}
