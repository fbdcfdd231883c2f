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

  /** Of an open loop less of a cut than this does not arrive, ... */
  private static final double COMES = 0.4;

  /** ... and this part of it, and two I/Os, is held after some time at least. */
  private static final double KEPT = 0.5;

  /** A cut is in force when this part of it is freed, ... */
  private static final double FREED = 0.8;

  /** ... and left when this part of that is not done by anybody. */
  private static final double LEFT = 0.7;

  /** What somebody takes usually is a mean of so many seconds, if it was there. */
  private static final double USUAL_SECONDS = 5;

  private final Situation at;
  private final Sides sides;
  private final double completed;
  private final double latency;
  private final double begunAt;

  /** What each took: who is cut when it takes most takes less without a cut. */
  private final double[] took;

  /** Sums, of {@code counted} intervals since what was in the device before is through. */
  private final double[] arrived;

  private int counted;

  /** I/Os in the device when they began to be counted. */
  private double inFlight;

  /**
   * @param completed I/Os per second, and the {@code latency} in seconds, before anybody was cut
   */
  Early(Situation at, Sides sides, double completed, double latency) {
    this.at = at;
    this.sides = sides;
    this.completed = completed;
    this.latency = latency;
    begunAt = at.seconds();
    inFlight = at.inFlight();
    arrived = new double[sides.over.length];
    took = new double[arrived.length];
    Span usual = at.history.span(begunAt - USUAL_SECONDS, begunAt);
    for (int i = 0; i < took.length; i++) {
      took[i] = StrictMath.min(sides.rates[i], Lately.rate(at, sides.takers.get(i), usual));
    }
  }

  /**
   * Counts what arrives in an interval.
   *
   * @param skip seconds in which what was in the device before is through
   */
  void follow(double skip) {
    if (at.seconds() - at.length() >= begunAt + skip - History.SLACK_SECONDS) {
      counted++;
      for (int i = 0; i < arrived.length; i++) {
        arrived[i] += sides.takers.get(i).arrived;
      }
    } else {
      inFlight = at.inFlight();
    }
  }

  /**
   * Whether I/Os come all the same, however many are held, and nobody else takes more.
   *
   * @param skip as for {@link #follow}
   */
  boolean isOpenLoopThatNobodyMinds(double skip) {
    double seconds = at.seconds() - begunAt;
    if (seconds < skip + OPEN_SECONDS) {
      return false;
    }
    Span span = at.history.span(begunAt + skip, at.seconds());
    boolean isOpen = false;
    for (int i = 0; i < sides.over.length; i++) {
      Taker taker = sides.takers.get(i);
      double before = sides.rates[i];
      double after = at.history.mean(taker.rates, span);
      isOpen |= isOpenLoop(i);
      double chance = StrictMath.sqrt(2 * StrictMath.max(1, before) / (seconds - skip));
      if (sides.under[i] && after - before > chance && !sides.isUsual(i, after)) {
        return false;
      }
    }
    return isOpen;
  }

  /** An open loop that was cut wants no more than what comes. */
  void foundContent() {
    for (int i = 0; i < sides.over.length; i++) {
      if (isOpenLoop(i)) {
        sides.takers.get(i).wish.foundOpenLoop(sides.rates[i], at.seconds());
      }
    }
  }

  /** Whether its I/Os come all the same, however many are held. */
  private boolean isOpenLoop(int i) {
    Taker taker = sides.takers.get(i);
    double cut = took[i] - taker.limit();
    double drained = StrictMath.max(0, inFlight - at.inFlight()) / at.length(); // loops send again
    return sides.over[i]
        && cut > 0
        && arrived[i] - drained > counted * (took[i] - COMES * cut)
        && taker.held > 2 + KEPT * cut * (at.seconds() - begunAt);
  }

  /**
   * Whether what is freed is left, nobody who is asked rises, and the device is no quicker. I/Os of
   * another kind it may keep back by an order of its own, for longer than this.
   *
   * @param skip as for {@link #follow}
   */
  boolean isNobodyWaiting(double skip) {
    if (at.seconds() - begunAt < skip + IDLE_SECONDS) {
      return false;
    }
    Span span = at.history.span(begunAt + skip, at.seconds());
    double[] after = at.history.means(sides.takers, span);
    for (int i = 0; i < after.length; i++) {
      double chance = StrictMath.sqrt(2 * StrictMath.max(1, sides.rates[i]));
      boolean isRise = after[i] > sides.rates[i] + chance && !sides.isUsual(i, after[i]);
      boolean mayRise = isRise || sides.isUnlikeThoseCut(i);
      if (sides.under[i] && mayRise) {
        return false;
      }
    }
    double freed = sides.freed(after);
    return StrictMath.log(latency / at.history.latency(span)) <= Reaction.EASED
        && freed > FREED * sides.cut()
        && at.history.completed(span) - sides.come(after) < completed - LEFT * freed;
  }
}
