package io.oasis.manager.core.hear;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time in which something was heard. While nothing at all comes it stands still: that is a
 * pause of the broker or of this side, and nobody's silence. So it does while what comes has
 * waited: nobody is silent who waits in the same row.
 */
public final class HeardTime {
  private final Duration interval;
  private Instant heard = Instant.EPOCH;
  private Instant inputAt = Instant.EPOCH;
  private Optional<Instant> behindSince = Optional.empty();

  /**
   * @param interval no pause counts for more
   */
  HeardTime(Duration interval) {
    this.interval = interval;
  }

  /** Something comes. */
  public void hears(Instant now) {
    if (behindSince.isEmpty()) {
      Duration pause = Duration.between(inputAt, now);
      heard = heard.plus(pause.compareTo(interval) < 0 ? pause : interval);
    }
    inputAt = now;
  }

  /**
   * What comes from now on has waited, so that things may be different by now; or does not any
   * more.
   */
  public void behind(boolean isBehind, Instant now) {
    behindSince = isBehind ? Optional.of(behindSince.orElse(now)) : Optional.empty();
  }

  public boolean isBehind() {
    return behindSince.isPresent();
  }

  /** The time of which something is known: now, unless what is heard has waited. */
  public Instant knownAt(Instant now) {
    return behindSince.orElse(now);
  }

  /** Since when what comes has waited. */
  Optional<Instant> behindSince() {
    return behindSince;
  }

  Instant heard() {
    return heard;
  }

  /** When something came last. */
  Instant inputAt() {
    return inputAt;
  }
}
