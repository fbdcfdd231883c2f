package io.oasis.manager.core.law;

/** Intervals in which a device did next to nothing: they teach nothing. */
final class Stalls {
  /** A device that completes less than this part of what it holds in an interval stalls, ... */
  private static final double STALLS = 0.5;

  /** ... if it completes less than this part of what there is. */
  private static final double STALLED_WORK = 0.6;

  /** Intervals that touch a stall say nothing, in seconds. */
  private static final double AFTER_SECONDS = 0.3;

  /** What lasts longer is no stall, but what the device does now, in seconds. */
  private static final double LONGEST_SECONDS = 5;

  /** Checks wait for so long after a stall, in seconds. */
  private static final double CHECK_AFTER_SECONDS = 3;

  /** What there is usually is a mean of so many seconds, ... */
  private static final double USUAL_SECONDS = 2;

  /** ... and of more intervals than this. */
  private static final int FEW = 4;

  private final Situation at;
  private double beganAt;
  private double lastAt = Double.NEGATIVE_INFINITY;

  Stalls(Situation at) {
    this.at = at;
  }

  /** Whether the device stalled in an interval, or just before. */
  boolean touch(Sight sight) {
    boolean hasStopped = sight.completed() * sight.length() < STALLS * sight.inFlight();
    if (hasStopped && at.history.size() > FEW && sight.completed() < STALLED_WORK * usual()) {
      boolean goesOn = sight.seconds() - lastAt < AFTER_SECONDS;
      beganAt = goesOn ? beganAt : sight.seconds();
      lastAt = sight.seconds();
    }
    return sight.seconds() - lastAt < AFTER_SECONDS && sight.seconds() - beganAt < LONGEST_SECONDS;
  }

  /** Whether it did not long ago. */
  boolean isRecent() {
    return at.seconds() - lastAt <= CHECK_AFTER_SECONDS && lastAt - beganAt < LONGEST_SECONDS;
  }

  private double usual() {
    return at.history.completed(at.history.span(at.seconds() - USUAL_SECONDS, at.seconds()));
  }
}
