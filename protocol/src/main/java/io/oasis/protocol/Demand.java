package io.oasis.protocol;

import java.util.Optional;

/**
 * What an application would use if nothing held it back: an estimate with a quality.
 *
 * @param rate the demand when {@code OBSERVED}, a lower bound when {@code CENSORED}, the last known
 *     value when {@code STALE}
 * @param estimate what a censored demand may amount to by Little's law against the base latency
 * @param reason one sentence for people
 */
public record Demand(Quality quality, Bandwidth rate, Optional<Bandwidth> estimate, String reason) {
  /** How far a demand can be believed. */
  public enum Quality {
    /** Nothing held the application back while it was measured. */
    OBSERVED,
    /** It was at its limit, or starved by its neighbours: it wants at least this. */
    CENSORED,
    /** No measurement of this interval: the last one, aged. */
    STALE
  }

  public Demand {
    reason = Check.text("reason", reason);
  }
}
