package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/** What those who use a device take not long before something is decided. */
final class Lately {
  /** A longer time than a second is so long, if nobody came in it and nobody was limited. */
  private static final double MOST_SECONDS = 4;

  /** Standard deviations that an interval differs by at most by chance. */
  private static final double CHANCE = 2;

  private Lately() {}

  /** I/Os per second: who came in that time has a rate only since. */
  static double rate(Situation at, Taker taker, Span span) {
    return at.history.mean(taker.rates, own(at, taker, span));
  }

  /** The part of a span in which one was there. */
  static Span own(Situation at, Taker taker, Span span) {
    return taker.activeSince > span.from()
        ? at.history.span(taker.activeSince, at.seconds())
        : span;
  }

  /**
   * The part of a span in which all were there who are now and take much: of no interval if one of
   * them has only just come.
   */
  static Span ofAll(Situation at, Span span) {
    return at.history.span(allThere(at, span.from()), at.seconds());
  }

  private static double allThere(Situation at, double from) {
    double much = Sides.MUCH * at.history.completed(at.recent());
    double since = from;
    for (Taker taker : at.takers()) {
      if (taker.isActive && StrictMath.max(taker.now, taker.recently) >= much) {
        since = StrictMath.max(since, taker.activeSince);
      }
    }
    return since;
  }

  /** A longer span, if it is as good. */
  static Span longer(Situation at, Span span) {
    double from = allThere(at, StrictMath.max(at.seconds() - MOST_SECONDS, at.filledAt()));
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

  /** Whether it did nothing, or much less in the newest interval than before, beyond chance. */
  static boolean hasStopped(Taker taker, double before, double length) {
    double usual = before * length;
    double least = StrictMath.min(usual / 2, usual - CHANCE * StrictMath.sqrt(usual));
    return taker.now * length < least || before <= 0 && !taker.isUnserved;
  }
}
