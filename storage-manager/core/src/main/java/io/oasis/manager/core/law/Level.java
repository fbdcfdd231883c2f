package io.oasis.manager.core.law;

import java.util.List;

/** What each is to have: a fair filling of what there is, in device time per second. */
final class Level {
  /** Most and least that who got more or less of late weighs. */
  private static final double MOST_CREDIT = 2.5;

  /** Least that who got more of late weighs. */
  private static final double LEAST_CREDIT = 0.4;

  /**
   * How far the levels of the moment give way to those of the last while, as an exponent: with 1
   * who works half of the time has as much as can be, at the cost of who is always there; with 0
   * nothing is made up for.
   */
  private static final double CREDIT = 0.75;

  /** Who wants no more gets this many times what it takes. */
  private static final double NEED_MARGIN = 1.1;

  private Level() {}

  /**
   * The fair filling of what there is, in device time per second, one for each taker in order.
   *
   * @param isUnknownHungry whether those of whom nothing is known want more
   */
  static double[] of(Situation at, boolean isUnknownHungry) {
    List<Taker> takers = at.takers();
    double[] claims = new double[takers.size()];
    double[] least = new double[takers.size()];
    double[] weights = new double[takers.size()];
    double mean = meanLately(takers);
    for (int i = 0; i < claims.length; i++) {
      Taker taker = takers.get(i);
      claims[i] =
          StrictMath.min(
              claim(taker, isUnknownHungry, at.seconds()), taker.work(taker.rule.most()));
      least[i] = taker.work(taker.rule.least());
      weights[i] = taker.weight * credit(taker, mean);
    }
    return Filling.of(at.room, claims, least, weights);
  }

  /** The same, when who got more of late is forgiven: from now on they have had their shares. */
  static double[] ofEquals(Situation at) {
    List<Taker> takers = at.takers().stream().filter(taker -> taker.isActive).toList();
    takers.forEach(taker -> taker.lately = taker.weight / taker.cost);
    double[] level = of(at, true);
    for (int i = 0; i < level.length; i++) {
      Taker taker = at.takers().get(i);
      taker.lately = taker.isActive ? level[i] / taker.cost : taker.lately;
    }
    return level;
  }

  private static double claim(Taker taker, boolean isUnknownHungry, double seconds) {
    if (!taker.isActive) {
      return 0;
    }
    if (taker.isLimited()) {
      return taker.isHeldLately(seconds) || taker.isPassedOver()
          ? Double.POSITIVE_INFINITY
          : NEED_MARGIN * taker.work(taker.recently) + 1;
    }
    if (taker.isContent()) {
      return NEED_MARGIN * taker.work(taker.wish.need());
    }
    return taker.isHungry() || isUnknownHungry
        ? Double.POSITIVE_INFINITY
        : taker.work(StrictMath.max(taker.recently, taker.now)); // it may just have come
  }

  /** Of those who want more: who got less of late weighs more. Below two of them, nothing. */
  private static double meanLately(List<Taker> takers) {
    double sum = 0;
    int count = 0;
    for (Taker taker : takers) {
      if (isContending(taker)) {
        sum += taker.work(taker.lately) / taker.weight;
        count++;
      }
    }
    return count > 1 ? sum / count : 0;
  }

  private static boolean isContending(Taker taker) {
    return taker.isActive && (taker.isHungry() || taker.isLimited());
  }

  private static double credit(Taker taker, double mean) {
    double had = taker.work(taker.lately) / taker.weight;
    return mean <= 0 || !isContending(taker)
        ? 1
        : StrictMath.clamp(
            had > 0 ? StrictMath.pow(mean / had, CREDIT) : MOST_CREDIT, LEAST_CREDIT, MOST_CREDIT);
  }
}
