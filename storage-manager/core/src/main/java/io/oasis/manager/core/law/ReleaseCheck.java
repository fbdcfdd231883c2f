package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.Arrays;
import java.util.List;

/**
 * Lifts all limits for a second, because less completes under them than did without. If that is so
 * still, the device has become slower; if not, the limits cost too much of the total, and are eased
 * to where they cost no more than the {@link #PRICE}. A limit with a {@link LongBacklog} is raised
 * only.
 */
final class ReleaseCheck {
  /** Part of the total that fairness may cost, where the two exclude each other. */
  static final double PRICE = 0.035;

  /** Completions differ when they do by this factor, and beyond chance. */
  private static final double DIFFERS = 1.04;

  /** Limits act on for this part of an interval after they were lifted. */
  private static final double SKIP_INTERVALS = 0.8;

  /** A check takes so long, in seconds, ... */
  private static final double LEAST_SECONDS = 0.99;

  /** ... and so many intervals; up to twice as long while it is undecided. */
  private static final double LEAST_INTERVALS = 2.99;

  /** Part of the deviation of independent completions that a device has. */
  static final double DEVIATION = 0.7;

  /** Who has this part of a rate has as much, as far as a second can tell. */
  private static final double AS_MUCH = 0.9;

  private final Situation at;
  private final List<Taker> takers;
  private final double[] limits;
  private final double[] rates;
  private final double limitedWork;
  private final double begunAt;
  private final boolean wasEased;

  ReleaseCheck(Situation at, double limitedWork) {
    this.at = at;
    this.limitedWork = limitedWork;
    begunAt = at.seconds();
    takers = at.takers();
    limits = takers.stream().mapToDouble(Taker::limit).toArray();
    Span before = at.history.span(begunAt - 2, begunAt);
    rates = at.history.means(takers, before);
    wasEased = at.curve.areEased();
    LongBacklog.lift(at);
    at.note(
        "lifts all limits for a moment: "
            + Math.round(limitedWork)
            + " completes, without limits it was "
            + (at.unlimited > 0 ? Math.round(at.unlimited) : "never seen"));
  }

  /** Whether it is over; the limits are in force again then. */
  boolean isOver() {
    double seconds = at.seconds() - begunAt;
    double skipped = SKIP_INTERVALS * at.length();
    double least = StrictMath.max(LEAST_SECONDS, LEAST_INTERVALS * at.length());
    if (!takers.equals(at.takers())) {
      restore();
      return true;
    }
    if (seconds < least) {
      return false;
    }
    Span span = at.history.span(begunAt + skipped, at.seconds());
    double free = StrictMath.min(at.work(span), usual(skipped));
    double chance = DEVIATION * StrictMath.sqrt(free / (seconds - skipped) + limitedWork / 2);
    boolean differs = free >= DIFFERS * limitedWork + 2 * chance;
    if (!differs && seconds < 1.9 * least && free > DIFFERS * limitedWork - chance) {
      return false;
    }
    if (differs) {
      ease(free, span);
    } else {
      at.unlimited = StrictMath.max(free, limitedWork);
      at.curve.completes(limitedWork);
      at.room = StrictMath.min(at.room, at.unlimited);
      at.note("the device gives no more than " + Math.round(at.unlimited));
    }
    restore();
    return true;
  }

  /** The median of its intervals: what an array or a throttle below has saved up comes in one. */
  private double usual(double skipped) {
    return at.medianWorkSince(begunAt + skipped + at.length());
  }

  private void ease(double free, Span span) {
    at.unlimited = free;
    at.room = free;
    double[] level = at.level(true);
    double keep = at.curve.partOf(free, 1 - limitedWork / free, wasEased);
    for (int i = 0; i < limits.length; i++) {
      Taker taker = takers.get(i);
      boolean wasLimited = limits[i] < Double.POSITIVE_INFINITY;
      if (!taker.isActive) {
        continue;
      }
      if (wasLimited) {
        double rate = at.history.mean(taker.rates, span);
        limits[i] = StrictMath.max(limits[i], rate - keep * (rate - limits[i]));
        taker.eased.begin(limits[i], at.seconds());
      } else if (!taker.isContent() && taker.work(rates[i]) < level[i]) {
        taker.wish.seemsContent(rates[i], at.seconds());
      }
    }
    at.note("limits cost " + Math.round(free - limitedWork) + " of " + Math.round(free));
    if (isForNobody(span)) {
      Arrays.fill(limits, Double.POSITIVE_INFINITY);
      at.note("all limits off: whoever is free is content");
    }
  }

  /**
   * Whether the only one that is limited is so for nobody, as the others have as much without: as
   * long as it is, nobody is asked.
   */
  private boolean isForNobody(Span lifted) {
    int limited = 0;
    for (int i = 0; i < limits.length; i++) {
      Taker taker = takers.get(i);
      boolean isLimited = limits[i] < Double.POSITIVE_INFINITY;
      boolean loses = at.history.mean(taker.rates, lifted) < AS_MUCH * rates[i];
      if (taker.isActive && !isLimited && (loses || !taker.isContent())) {
        return false;
      }
      limited += taker.isActive && isLimited ? 1 : 0;
    }
    return limited == 1;
  }

  /** The limits are in force again. */
  void restore() {
    for (int i = 0; i < limits.length; i++) {
      if (takers.get(i).isActive && limits[i] < Double.POSITIVE_INFINITY) {
        takers.get(i).hold(limits[i], at.seconds());
      }
    }
  }
}
