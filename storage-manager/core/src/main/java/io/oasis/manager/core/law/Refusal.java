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
   * Whether somebody took what was freed who was not asked. Who was taken for content is not.
   *
   * @param after the cut, I/Os per second
   */
  static boolean isTakenByOthers(Sides sides, double[] after) {
    boolean isAny = false;
    for (int i = 0; i < after.length; i++) {
      Taker taker = sides.takers.get(i);
      boolean isOther = !sides.over[i] && !sides.under[i] && sides.there[i];
      if (isOther && Reaction.isRise(sides.rates[i], after[i])) {
        taker.wish.forget();
        isAny = true;
      }
    }
    return isAny;
  }
}
