package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;
import java.util.Optional;

/**
 * Whether less completed under a cut because I/Os of another kind cost more, or because the device
 * needs many I/Os to be fast. Both look alike from one side: of 156 that are freed others take 31.
 * Where those cost five times as much, 5 are taken for each of them that is freed in turn; where
 * the device needs depth, no more than one. Who had nothing at all and is served under the cut
 * needs no second question: a device that leaves somebody out has an order of its own.
 */
final class Exchange {
  /** I/Os cost unlike when more than so many are taken for one, ... */
  private static final double UNLIKE = 1.3;

  /** ... and this part of what the first answer lets expect. */
  private static final double AS_EXPECTED = 0.4;

  private final List<Taker> takers;
  private final Sides first;
  private final double[] after;
  private final boolean[] isHungry;
  private final double completedBefore;
  private final double completedAfter;
  private final double rate;

  /**
   * @param after I/Os per second of each under the cut
   * @param isHungry who gained
   */
  Exchange(
      List<Taker> takers,
      Sides first,
      double[] after,
      boolean[] isHungry,
      double completedBefore,
      double completedAfter) {
    this.takers = takers;
    this.first = first;
    this.after = after;
    this.isHungry = isHungry;
    this.completedBefore = completedBefore;
    this.completedAfter = completedAfter;
    rate = first.freed(after) / StrictMath.max(1, first.taken(after));
  }

  /** Whether it is about I/Os of different kinds, of which it is not known what they cost. */
  boolean isOpen(Costs costs) {
    boolean isKnown = true;
    for (int i = 0; i < isHungry.length; i++) {
      for (int j = 0; j < isHungry.length; j++) {
        if (isHungry[i] && first.over[j] && takers.get(i).kind.isLike(takers.get(j).kind)) {
          return false;
        }
      }
      isKnown &= !isHungry[i] && !first.over[i] || costs.isKnown(takers.get(i).kind);
    }
    return !isKnown;
  }

  /** Those who gained are cut, and those who were are asked; empty if others are there. */
  Optional<Sides> turned(Situation at, Span span) {
    return takers.equals(at.takers())
        ? Sides.turned(at, span, isHungry, first.over)
        : Optional.empty();
  }

  /**
   * Whether I/Os cost unlike; empty while that is open.
   *
   * @param sides of the second question
   * @param now I/Os per second of each under its cut, a mean of so many {@code seconds}
   */
  Optional<Boolean> judge(Sides sides, double[] now, double seconds) {
    double freed = sides.freed(now);
    double taken = sides.taken(now);
    double chance = ReleaseCheck.DEVIATION * StrictMath.sqrt(variance(sides, seconds));
    double beyond = taken - freed * StrictMath.max(UNLIKE, AS_EXPECTED * rate);
    return StrictMath.abs(beyond) < chance ? Optional.empty() : Optional.of(beyond > 0);
  }

  /** Of the difference of what those who are asked take before and now, by chance. */
  private static double variance(Sides sides, double seconds) {
    double variance = 0;
    for (int i = 0; i < sides.under.length; i++) {
      variance += sides.under[i] ? sides.rates[i] * (1 / sides.seconds[i] + 1 / seconds) : 0;
    }
    return variance;
  }

  /** Costs are as the first answer says, and who gained is hungry. */
  void accept(Situation at) {
    at.costs.learn(takers, first.rates, after, completedBefore, completedAfter);
    at.costs.tell(takers);
    for (int i = 0; i < isHungry.length; i++) {
      if (first.leftOut[i] && isHungry[i]) {
        takers.get(i).wish.foundStarved(at.seconds());
      } else if (first.leftOut[i]) {
        takers.get(i).wish.foundContent(after[i], at.seconds());
      } else if (isHungry[i]) {
        takers.get(i).wish.foundHungry(at.seconds());
      }
    }
    at.room = Costs.work(takers, first.rates, completedBefore);
    at.unlimited = at.room;
    at.note("I/Os cost unlike: so many for one " + Math.round(rate));
  }

  Sides first() {
    return first;
  }
}
