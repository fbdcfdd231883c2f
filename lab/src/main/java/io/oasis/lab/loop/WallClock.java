package io.oasis.lab.loop;

import io.oasis.lab.sim.Timeline;
import java.time.Instant;

/** A part's calendar: it may be wrong and may be set; nothing should depend on it. */
final class WallClock {
  private static final Instant BEGIN = Instant.ofEpochSecond(1_750_000_000L);

  private final Timeline time;
  private long offsetNanos;

  WallClock(Timeline time) {
    this.time = time;
  }

  void step(double seconds) {
    offsetNanos += (long) (seconds * Timeline.SECOND);
  }

  Instant now() {
    return BEGIN.plusNanos(time.now() + offsetNanos);
  }
}
