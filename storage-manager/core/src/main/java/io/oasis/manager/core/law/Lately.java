package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/** What those who use a device take not long before something is decided. */
final class Lately {
  /** A longer time than a second is so long, if nobody came in it and nobody was limited. */
  private static final double MOST_SECONDS = 4;

  /** Standard deviations that an interval differs by at most by chance. */
  private static final double CHANCE = 2;

  /** Standard deviations that are no chance, however I/Os come. */
  private static final double SURGES = 5;

  private Lately() {}

  /** I/Os per second: who came in that time has a rate only since. */
  static double rate(Situation at, Taker taker, Span span) {
    return at.history.mean(taker.rates, own(at, taker, span));
  }

  /** The part of a span in which one was there. */
  static Span own(Situation at, Taker taker, Span span) {
    return taker.activeSince > span.from()
        ? span.and(at.history.span(taker.activeSince, at.seconds()))
        : span;
  }

  /**
   * The part of a span in which all were there who are now and take much, but for those who come
   * and go: of no interval if one of them has only just come.
   */
  static Span ofAll(Situation at, Span span, Passing passing) {
    return span.and(at.history.span(allThere(at, span.from(), passing), at.seconds()));
  }

  private static double allThere(Situation at, double from, Passing passing) {
    double much = Sides.MUCH * at.history.completed(at.recent());
    double since = from;
    for (Taker taker : at.takers()) {
      boolean isMuch = StrictMath.max(taker.now, taker.recently) >= much;
      if (taker.isActive && isMuch && !passing.has(taker)) {
        since = StrictMath.max(since, thereSince(at, taker, from));
      }
    }
    return since;
  }

  /** Also since a pause of some intervals, which is too short to be away. */
  private static double thereSince(Situation at, Taker taker, double from) {
    Span pause = at.history.atMost(at.history.span(from, at.seconds()), taker.rates, 0);
    boolean isChance = least(StrictMath.max(taker.now, taker.recently), at.length()) <= 0;
    return isChance || at.history.isNewestIn(pause)
        ? taker.activeSince
        : StrictMath.max(taker.activeSince, at.history.end(pause) + at.length());
  }

  /** A longer span, if it is as good. */
  static Span longer(Situation at, Span span) {
    double most = StrictMath.max(at.seconds() - MOST_SECONDS, at.filledAt());
    double from = allThere(at, most, Passing.nobody(at));
    return from < span.from() ? at.history.span(from, at.seconds()) : span;
  }

  /** Device time that all take: what there is at least, also where somebody has just come. */
  static double work(Situation at, Span span) {
    double work = 0;
    for (Taker taker : at.takers()) {
      work += taker.isActive ? taker.work(rate(at, taker, span)) : 0;
    }
    return work;
  }

  /**
   * Whether one of these does so much more than before that something has begun.
   *
   * @param freed I/Os per second that others do not do
   */
  static boolean isAnySurging(Situation at, boolean[] some, Span before, double freed) {
    for (int i = 0; i < some.length && before.count() > 1; i++) {
      Taker taker = at.takers().get(i);
      double usual = at.history.mean(taker.rates, before) * at.length();
      double more = taker.now * at.length() - usual;
      double least = StrictMath.max(Sides.COME * usual, freed * at.length());
      if (some[i] && more > least && more > SURGES * StrictMath.sqrt(usual) + Sides.SERVED) {
        return true;
      }
    }
    return false;
  }

  /** Whether it did nothing, or much less in the newest interval than before, beyond chance. */
  static boolean hasStopped(Taker taker, double before, double length) {
    return taker.now < least(before, length) || before <= 0 && !taker.isUnserved;
  }

  /** Who usually takes so much and takes less in an interval has stopped; I/Os per second. */
  static double least(double usually, double length) {
    double usual = usually * length;
    return StrictMath.min(usual / 2, usual - CHANCE * StrictMath.sqrt(usual)) / length;
  }
}
