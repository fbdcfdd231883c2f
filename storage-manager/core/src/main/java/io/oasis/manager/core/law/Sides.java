package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;

/** Of those who use a device: who takes more than its share, and who may be starved by that. */
final class Sides {
  /** Who takes this much more than its share takes too much. */
  private static final double OVER = 1.1;

  /** Who takes less than this part of it may be starved. */
  private static final double UNDER = 0.95;

  /** Who came later than this is not cut: its rate is no mean yet, in seconds. */
  private static final double SETTLED_SECONDS = 0.5;

  /** Who came later than this is not asked, in seconds. */
  private static final double THERE_SECONDS = 0.4;

  private final List<Taker> takers;
  final double[] rates;
  final boolean[] over;
  final boolean[] under;

  private Sides(List<Taker> takers) {
    this.takers = takers;
    rates = new double[takers.size()];
    over = new boolean[rates.length];
    under = new boolean[rates.length];
  }

  static Sides of(Situation at, Span span, double[] level) {
    Sides sides = new Sides(at.takers());
    for (int i = 0; i < level.length; i++) {
      Taker taker = sides.takers.get(i);
      sides.rates[i] = at.history.mean(taker.rates, span);
      double work = taker.work(sides.rates[i]);
      double active = taker.activeSeconds(at.seconds());
      boolean isMuch = taker.isActive && work > OVER * level[i];
      sides.over[i] = isMuch && taker.mayBeHeldBelow(sides.rates[i]) && active > SETTLED_SECONDS;
      boolean isLittle = taker.isActive && work < UNDER * level[i];
      boolean isThere = active > THERE_SECONDS && taker.now >= sides.rates[i] / 2;
      sides.under[i] = isLittle && taker.isUnknown() && isThere;
    }
    return sides;
  }

  boolean isUneven() {
    return any(over) && any(under);
  }

  /**
   * Puts the one that takes most on one side, of the larger I/Os where two take about the same, and
   * all who are not content on the other: I/Os of another kind may cost something else.
   *
   * @return whether there is another kind at all
   */
  boolean turnToCosts() {
    int most = -1;
    for (int i = 0; i < rates.length; i++) {
      Taker taker = takers.get(i);
      boolean mayBeCut = taker.isActive && taker.mayBeHeldBelow(rates[i]);
      if (mayBeCut && (most < 0 || isMore(i, most))) {
        most = i;
      }
    }
    boolean isOther = false;
    for (int i = 0; i < rates.length; i++) {
      Taker taker = takers.get(i);
      over[i] = i == most;
      under[i] = i != most && taker.isActive && !taker.isContent();
      isOther |= most >= 0 && under[i] && !taker.kind.equals(takers.get(most).kind);
    }
    return isOther;
  }

  private boolean isMore(int one, int other) {
    Taker taker = takers.get(one);
    Taker than = takers.get(other);
    return taker.work(rates[one]) > 1.02 * than.work(rates[other])
        || rates[one] > 0.9 * rates[other] && taker.kind.compareTo(than.kind) > 0;
  }

  private static boolean any(boolean[] some) {
    for (boolean one : some) {
      if (one) {
        return true;
      }
    }
    return false;
  }
}
