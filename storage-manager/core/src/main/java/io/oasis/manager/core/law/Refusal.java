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
      boolean isGain = Reaction.isRise(sides.rates[i], rate) && !sides.isUsual(i, rate);
      if (sides.under[i] && taker.isActive && !isGain) {
        taker.wish.foundContent(StrictMath.max(rate, sides.rates[i]), at.seconds());
      }
    }
  }

  /**
   * Whether somebody took what was freed who was not asked: who was taken for content is not, and
   * who was asked may have been too slow. Else those who were asked are content.
   */
  static boolean isTakenByOthers(Situation at, Sides sides, Span span, boolean isTaken) {
    boolean isAny = false;
    for (int i = 0; isTaken && i < sides.under.length; i++) {
      Taker taker = sides.takers.get(i);
      boolean isOther = !sides.over[i] && !sides.under[i] && sides.there[i];
      if (isOther && Reaction.isRise(sides.rates[i], at.history.mean(taker.rates, span))) {
        taker.wish.forget();
        isAny = true;
      }
    }
    if (!isAny) {
      foundContent(at, sides, span);
    }
    return isAny;
  }
}
