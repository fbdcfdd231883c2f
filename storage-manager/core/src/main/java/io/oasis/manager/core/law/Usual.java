package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;

/**
 * What those whose rates vary by themselves took of their own accord, not long before a question:
 * who takes no more than that when others are cut has not gained by it.
 */
final class Usual {
  /** So long before a question is what somebody took usual, in seconds. */
  private static final double SECONDS = 20;

  /** It is a mean over so long, in seconds. */
  private static final double MEAN_SECONDS = 0.95;

  /** Those who are cut took this part of what they take now, at least. */
  private static final double AS_MUCH = 0.9;

  /** The device did so many times what it does now, at most: it was no quicker. */
  private static final double AS_QUICK = 1.1;

  /** Whose most is so many times what it takes varies, ... */
  private static final double VARIES = 1.2;

  /** ... if that is so many standard deviations more, too. */
  private static final double BEYOND_CHANCE = 3;

  /** Of those who vary, I/Os per second; 0 of the others. */
  private final double[] most;

  /**
   * @param sides before anybody is cut
   * @param completed I/Os per second
   */
  Usual(Situation at, Sides sides, double completed) {
    most = new double[sides.rates.length];
    double cut = sides.ofCut(at.history.means(sides.takers, at.recent())); // whatever the caps
    for (Span span : at.history.open(at.seconds() - SECONDS, MEAN_SECONDS)) {
      double[] means = at.history.means(sides.takers, span);
      boolean isLike =
          sides.ofCut(means) >= AS_MUCH * cut && at.history.completed(span) <= AS_QUICK * completed;
      for (int i = 0; isLike && i < most.length; i++) {
        most[i] = StrictMath.max(most[i], means[i]);
      }
    }
    for (int i = 0; i < most.length; i++) {
      double before = sides.rates[i];
      double chance = BEYOND_CHANCE * StrictMath.sqrt(before / MEAN_SECONDS);
      double scatters = Reaction.scatter(sides.takers.get(i).dispersion(at.history));
      most[i] =
          most[i] >= VARIES * before + chance
              ? most[i] + StrictMath.sqrt(scatters * 2 * most[i] / MEAN_SECONDS)
              : 0;
    }
  }

  /** Whether it took as many I/Os per second, one deviation aside. */
  boolean isAsMuch(int taker, double perSecond) {
    return perSecond <= most[taker];
  }
}
