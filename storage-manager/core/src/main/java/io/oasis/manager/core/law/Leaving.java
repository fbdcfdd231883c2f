package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/** Whether somebody who was free has stopped: what limits keep for it is the others' at once. */
final class Leaving {
  /** Who takes less than this part of what it took a second ago has stopped, ... */
  private static final double STOPPED = 0.75;

  /** ... if that is so many standard deviations, and it took this part of what there is. */
  private static final double BEYOND_CHANCE = 2.5;

  /** Whose stop shows took at least this part of what there is. */
  private static final double COUNTS = 0.05;

  /** Somebody's stop shows in the total when this part of it is left. */
  private static final double FALLEN = 0.85;

  private final Situation at;

  Leaving(Situation at) {
    this.at = at;
  }

  /**
   * Whether a free one stopped.
   *
   * @param fullInFlight I/Os that the device holds when it is full; 0 when that is not known
   */
  boolean isAnybody(double fullInFlight) {
    double length = at.length();
    double work = at.work();
    boolean isFallen =
        work < FALLEN * at.room
            && work * length < at.room * length - 2 * StrictMath.sqrt(at.room * length);
    boolean isSlower = fullInFlight > 0 && at.inFlight() > Holding.MUCH_MORE * fullInFlight;
    if (!isFallen || isSlower || at.held() < 1) {
      return false;
    }
    double end = at.seconds() - 2 * length;
    Span before = at.history.span(end - 1, end);
    return at.takers().stream()
        .anyMatch(taker -> taker.isFreeAndWanting() && hasStopped(taker, before));
  }

  private boolean hasStopped(Taker taker, Span before) {
    double rate = at.history.mean(taker.rates, before);
    if (taker.work(rate) <= COUNTS * at.room || taker.now >= STOPPED * rate) {
      return false;
    }
    double expected = rate * at.length();
    double scatters = StrictMath.max(1, taker.dispersion(at.history));
    return taker.now * at.length()
        < expected - BEYOND_CHANCE * StrictMath.sqrt(scatters * expected);
  }
}
