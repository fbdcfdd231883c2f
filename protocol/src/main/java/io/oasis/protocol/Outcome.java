package io.oasis.protocol;

import java.util.Optional;

/**
 * What became of a setting. Sent when it changes, and again every few seconds while a limit is in
 * force, so that a manager that starts with nothing learns what is applied. Travels in an {@link
 * OutcomeBatch}.
 *
 * @param version of the setting this speaks of
 * @param applied the limit in force as read back; absent when there is none of ours
 * @param cause why it is not VERIFIED, and what would mend it; empty when all is well
 */
public record Outcome(
    QueueId queue, Version version, State state, Optional<RateBound> applied, String cause) {
  /** The end states of a push. */
  public enum State {
    /** Read back as written, and demand above it was seen to stay under it. */
    VERIFIED,
    /** Written and read back; no demand above it yet, so not yet proved. */
    WRITTEN,
    /** Read back as written, but it holds nothing back. */
    INERT,
    /** Something is held back, but more passes than the limit allows. */
    VIOLATED,
    /** Somebody else wrote there: enforcement stopped on this object. */
    CONFLICT,
    /** The target does not answer; the limit is released once it does. */
    STUCK,
    /** Not applied: out of the target's range, stale, or not for this session. */
    REFUSED,
    /** Let go: what was there before is back. */
    RELEASED
  }

  public Outcome {
    cause = Check.text("cause", cause);
  }
}
