package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Those who come and go faster than a question is answered. What the others take changes each time,
 * so they are asked, and the answer is judged, by the intervals in which none of these is there.
 */
final class Passing {
  /** Whoever comes and goes did both in so many seconds, ... */
  private static final double SECONDS = 4;

  /** ... which are two turns. */
  private static final int TURNS = 2;

  /** What is taken before anybody is cut is to be a mean of so many seconds. */
  private static final double BEFORE_SECONDS = 0.7;

  /** An answer is one of so many without those who come and go, ... */
  private static final double ANSWER_SECONDS = 0.45;

  /** ... within so many seconds. */
  private static final double LATE_SECONDS = 6;

  private final Situation at;
  private final List<One> some;

  /**
   * One of them.
   *
   * @param least who takes no more than this is not there, in I/Os per second
   */
  private record One(Taker taker, double least) {}

  private Passing(Situation at, List<One> some) {
    this.at = at;
    this.some = some;
  }

  static Passing nobody(Situation at) {
    return new Passing(at, List.of());
  }

  /** Nobody, too, where they leave the others too little time to tell what these take. */
  static Passing of(Situation at) {
    Passing nobody = nobody(at);
    Span span = nobody.before(SECONDS);
    double much = Sides.MUCH * at.history.completed(span);
    List<One> some = new ArrayList<>();
    for (Taker taker : at.takers()) {
      double usually = at.history.mean(taker.rates, span);
      double least = Lately.least(usually, at.length());
      Span absent = at.history.atMost(span, taker.rates, least);
      if (usually >= much && at.history.turns(span, absent) >= TURNS) {
        some.add(new One(taker, least));
      }
    }
    Passing passing = new Passing(at, some);
    double quiet = at.history.seconds(passing.without(span));
    return quiet < BEFORE_SECONDS ? nobody : passing;
  }

  boolean isAnybody() {
    return !some.isEmpty();
  }

  boolean has(Taker taker) {
    return some.stream().anyMatch(one -> one.taker.equals(taker));
  }

  /** The intervals of a span in which none of them is there. */
  Span without(Span span) {
    Span without = span;
    for (One one : some) {
      without = at.history.atMost(without, one.taker.rates, one.least);
    }
    return without;
  }

  /** The intervals that tell what the others take, before anybody is asked. */
  Span before() {
    return without(before(isAnybody() ? SECONDS : Situation.RECENT_SECONDS));
  }

  private Span before(double seconds) {
    double from = StrictMath.max(at.seconds() - seconds, at.filledAt());
    return at.history.span(from, at.seconds());
  }

  /** Whether these tell what the others take, and none of those who come and go is there now. */
  boolean isEnough(Span before) {
    boolean areThere = isAnybody() && !at.history.isNewestIn(before);
    return at.history.seconds(before) >= BEFORE_SECONDS && !areThere;
  }

  boolean isTooShort(Span answer) {
    return at.history.seconds(answer) < ANSWER_SECONDS;
  }

  /** Whether an answer from then on is not to be had as they are there too much. */
  boolean isTooLate(double from) {
    return isAnybody() && at.seconds() - from > LATE_SECONDS;
  }

  /**
   * The intervals of an answer in which limits hold back those who were cut: what such a one did
   * not use of its limit while these were there it may use when they have gone.
   */
  Span answer(Sides sides, double from, double to) {
    Span span = without(at.history.span(from, to));
    for (int i = 0; i < sides.over.length && isAnybody(); i++) {
      Taker taker = sides.takers.get(i);
      double most = (sides.rates[i] + taker.limit()) / 2;
      span = sides.over[i] ? at.history.atMost(span, taker.rates, most) : span;
    }
    return span;
  }
}
