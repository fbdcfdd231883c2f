package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/** What those who use a device take not long before something is decided. */
final class Lately {
  /** A longer time than a second is so long, if nobody came in it and nobody was limited. */
  private static final double MOST_SECONDS = 4;

  private Lately() {}

  /** I/Os per second: who came in that time has a rate only since. */
  static double rate(Situation at, Taker taker, Span span) {
    double since = at.seconds() - taker.activeSeconds(at.seconds());
    Span own = since > span.from() ? at.history.span(since, at.seconds()) : span;
    return at.history.mean(taker.rates, own);
  }

  /** A longer span, if it is as good. */
  static Span longer(Situation at, Span span) {
    double from = StrictMath.max(at.seconds() - MOST_SECONDS, at.filledAt());
    for (Taker taker : at.takers()) {
      if (taker.isActive) {
        from = StrictMath.max(from, at.seconds() - taker.activeSeconds(at.seconds()));
      }
    }
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
}
