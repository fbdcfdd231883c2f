package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;

/** What it tells of those who were not cut that nobody gained by a question. */
final class Refusal {
  private Refusal() {}

  /** Those who were asked want no more, but who may have gained, as far as chance lets see. */
  static void foundContent(Situation at, Sides sides, Span span) {
    List<Taker> takers = sides.takers;
    for (int i = 0; i < sides.under.length; i++) {
      Taker taker = takers.get(i);
      double rate = at.history.mean(taker.rates, span);
      if (sides.under[i] && taker.isActive && !Reaction.isRise(sides.rates[i], rate)) {
        taker.wish.foundContent(StrictMath.max(rate, sides.rates[i]), at.seconds());
      }
    }
  }

  /**
   * Who was taken for content and takes more now is not; returns whether anybody does.
   *
   * @param after the cut, I/Os per second
   */
  static boolean doubtRising(Sides sides, double[] after) {
    List<Taker> takers = sides.takers;
    boolean isAny = false;
    for (int i = 0; i < after.length; i++) {
      Taker taker = takers.get(i);
      boolean isContent = !sides.over[i] && sides.there[i] && taker.isContent();
      if (isContent && Reaction.isRise(sides.rates[i], after[i])) {
        taker.wish.forget();
        isAny = true;
      }
    }
    return isAny;
  }
}
