package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/**
 * Answers that are plain before their time: that nobody minds who was cut. Asking costs those who
 * are cut, and as long as it lasts all that an open loop sends is late.
 */
final class Early {
  /** After this an open loop shows by what arrives, in seconds. */
  private static final double OPEN_SECONDS = 0.2;

  /** After this it shows that nobody waits, in seconds. */
  private static final double IDLE_SECONDS = 0.45;

  /** A cut is in force when this part of it is freed, ... */
  private static final double FREED = 0.8;

  /** ... and left when this part of that is not done by anybody. */
  private static final double LEFT = 0.7;

  private final Situation at;
  private final Sides sides;
  private final double completed;
  private final double latency;
  private final double begunAt;
  private final double skip;

  /**
   * @param completed I/Os per second, and the {@code latency} in seconds, before anybody was cut
   * @param skip seconds in which what was in the device before is through
   */
  Early(Situation at, Sides sides, double completed, double latency, double skip) {
    this.at = at;
    this.sides = sides;
    this.completed = completed;
    this.latency = latency;
    this.skip = skip;
    begunAt = at.seconds();
  }

  /** Whether I/Os come all the same, however many are held, and nobody else takes more. */
  boolean isOpenLoopThatNobodyMinds() {
    double seconds = at.seconds() - begunAt;
    if (seconds < skip + OPEN_SECONDS) {
      return false;
    }
    Span span = at.history.span(begunAt + skip, at.seconds());
    boolean isOpen = false;
    for (int i = 0; i < sides.over.length; i++) {
      Taker taker = sides.takers.get(i);
      double before = sides.rates[i];
      double kept = 2 + 0.5 * (before - taker.limit()) * seconds;
      isOpen |= sides.over[i] && taker.arrived > 0.93 * before && taker.held > kept;
      double chance = StrictMath.sqrt(2 * StrictMath.max(1, before) / (seconds - skip));
      if (sides.under[i] && at.history.mean(taker.rates, span) - before > chance) {
        return false;
      }
    }
    return isOpen;
  }

  /**
   * Whether what is freed is left, nobody who is asked rises, and the device is no quicker. I/Os of
   * another kind it may keep back by an order of its own, for longer than this.
   */
  boolean isNobodyWaiting() {
    if (at.seconds() - begunAt < skip + IDLE_SECONDS) {
      return false;
    }
    Span span = at.history.span(begunAt + skip, at.seconds());
    double[] after = at.history.means(sides.takers, span);
    for (int i = 0; i < after.length; i++) {
      double chance = StrictMath.sqrt(2 * StrictMath.max(1, sides.rates[i]));
      boolean mayRise = after[i] > sides.rates[i] + chance || sides.isUnlikeThoseCut(i);
      if (sides.under[i] && mayRise) {
        return false;
      }
    }
    double freed = sides.freed(after);
    return StrictMath.log(latency / at.history.latency(span)) <= Reaction.EASED
        && freed > FREED * sides.cut()
        && at.history.completed(span) < completed - LEFT * freed;
  }
}
