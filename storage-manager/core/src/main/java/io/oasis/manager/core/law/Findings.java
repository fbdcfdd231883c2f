package io.oasis.manager.core.law;

import io.oasis.manager.core.law.Wish.Appetite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a cut told of those who were asked. */
final class Findings {
  /** A rate below this, in I/Os per second, counts as so much: a logarithm is taken of it. */
  private static final double LEAST = 0.5;

  private final List<Taker> takers;
  private final Sides sides;
  private final double[] after;
  private final Appetite[] found;

  /**
   * Who gained by more than the latency fell. In slices of a kernel the latency of others is not
   * its own, so that of I/Os that are alike, nothing is told by it.
   */
  private final boolean[] keptOut;

  private Findings(List<Taker> takers, Sides sides, double[] after) {
    this.takers = takers;
    this.sides = sides;
    this.after = after;
    found = new Appetite[after.length];
    keptOut = new boolean[after.length];
  }

  /**
   * @param after the cut, I/Os per second, a mean of so many {@code seconds}
   * @param eased logarithm of the factor by which the latency fell
   */
  static Findings of(Situation at, Sides sides, double[] after, double eased, double seconds) {
    List<Taker> takers = at.takers();
    Findings findings = new Findings(takers, sides, after);
    for (int i = 0; i < after.length; i++) {
      findings.found[i] = findings.appetite(at, i, new Reaction.Rate(after[i], seconds), eased);
      findings.keptOut[i] =
          findings.found[i] == Appetite.HUNGRY
              && sides.isUnlikeThoseCut(i)
              && Reaction.isBeyondLatency(sides.rates[i], after[i], eased, seconds);
    }
    return findings;
  }

  /** Content is also who was not asked, or gained nothing. */
  private Appetite appetite(Situation at, int i, Reaction.Rate now, double eased) {
    Taker taker = takers.get(i);
    if (!sides.mayTell(i) || !taker.isActive || sides.isUsual(i, now.perSecond())) {
      return Appetite.CONTENT;
    }
    double dispersion = taker.dispersion(at.history);
    Appetite appetite = Reaction.of(taker, dispersion, sides.before(i), now, eased);
    return sides.under[i] || appetite == Appetite.HUNGRY ? appetite : Appetite.CONTENT;
  }

  boolean isAnyHungry() {
    return Arrays.asList(found).contains(Appetite.HUNGRY);
  }

  /** Whether somebody seems to gain, of whom that is not certain yet. */
  boolean isAnyRising() {
    for (int i = 0; i < found.length; i++) {
      boolean isUnknown = sides.under[i] && found[i] == Appetite.UNKNOWN;
      if (isUnknown && Reaction.isRise(sides.rates[i], after[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether moving on would be worth it by the sum of the logarithms, each by its weight: what some
   * gain is more, for them, than what those who were cut lose.
   */
  boolean areWorthIt() {
    double sum = 0;
    for (int i = 0; i < found.length; i++) {
      double gain = StrictMath.max(LEAST, after[i]) / StrictMath.max(LEAST, sides.rates[i]);
      boolean isConcerned = sides.over[i] || sides.under[i] || found[i] == Appetite.HUNGRY;
      sum += isConcerned ? takers.get(i).weight * StrictMath.log(gain) : 0;
    }
    return sum > 0;
  }

  /** Whether all who gained had been kept out by an order of the device's own. */
  boolean areKeptOut() {
    boolean are = true;
    for (int i = 0; i < found.length; i++) {
      are &= found[i] != Appetite.HUNGRY || keptOut[i];
    }
    return are;
  }

  boolean isAnyUnknown() {
    return Arrays.asList(found).contains(Appetite.UNKNOWN);
  }

  boolean[] hungry() {
    boolean[] hungry = new boolean[found.length];
    for (int i = 0; i < found.length; i++) {
      hungry[i] = found[i] == Appetite.HUNGRY;
    }
    return hungry;
  }

  /** Takes it for true; returns who gained. */
  Earned accept(double seconds) {
    List<Earned.Gain> gains = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      Taker taker = takers.get(i);
      double before = sides.rates[i];
      if (found[i] == Appetite.HUNGRY) {
        if (keptOut[i]) {
          taker.wish.foundKeptOut(seconds);
        } else {
          taker.wish.foundHungry(seconds);
        }
        gains.add(new Earned.Gain(taker.queue, before, after[i]));
      } else if (sides.under[i] && found[i] == Appetite.CONTENT) {
        taker.wish.foundContent(StrictMath.max(before, after[i]), seconds);
      }
    }
    return new Earned(seconds, gains);
  }
}
