package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Of those who use a device: who takes more than its share, and who may be starved by that. */
final class Sides {
  /** Who takes less than this part of it may be starved. */
  private static final double UNDER = 0.95;

  /** Who came later than this is not cut: its rate is no mean yet, in seconds. */
  private static final double SETTLED_SECONDS = 0.5;

  /** Who came later than this is not asked, in seconds. */
  private static final double THERE_SECONDS = 0.4;

  /** Who takes this part of what completes is missed when it goes, and felt when it comes. */
  static final double MUCH = 0.05;

  /** Whose rate is below this, in I/Os per second, has it told by more seconds than one. */
  private static final double FEW = 100;

  /** Who was not asked and takes so many times as much has come: nobody gains that much. */
  static final double COME = 3;

  /** So many I/Os of one who had none are no chance. */
  static final double SERVED = 4;

  final List<Taker> takers;
  final double[] rates;

  /** What each rate is a mean of. */
  final double[] seconds;

  final boolean[] over;
  final boolean[] under;
  final boolean[] there;

  /** Who is not cut and may be hungry, as nothing is known of it. */
  private final boolean[] open;

  /** Of those under: who has I/Os in the device, as it seems, and gets nothing. */
  final boolean[] leftOut;

  private @Nullable Usual usual;

  private Sides(List<Taker> takers) {
    this.takers = takers;
    rates = new double[takers.size()];
    seconds = new double[rates.length];
    over = new boolean[rates.length];
    under = new boolean[rates.length];
    there = new boolean[rates.length];
    open = new boolean[rates.length];
    leftOut = new boolean[rates.length];
  }

  static Sides of(Situation at, Span span, double[] level, Passing passing) {
    Sides sides = new Sides(at.takers());
    Span longer = Lately.longer(at, span);
    double seconds = at.seconds() - longer.from();
    for (int i = 0; i < level.length; i++) {
      Taker taker = sides.takers.get(i);
      Span own = Lately.own(at, taker, span);
      Span ownLonger = Lately.own(at, taker, longer);
      double taken = at.history.mean(taker.rates, own);
      double lately = at.history.mean(taker.rates, ownLonger);
      boolean isLonger = taken < FEW || taken < lately; // who is asked at its least rises by chance
      taken = isLonger ? lately : taken;
      sides.seconds[i] = at.history.seconds(isLonger ? ownLonger : own);
      sides.rates[i] = StrictMath.min(taken, taker.rule.most());
      sides.there[i] = taker.isActive && !passing.has(taker);
      double work = taker.work(sides.rates[i]);
      double active = taker.activeSeconds(at.seconds());
      boolean isMuch =
          taker.isOverOrUsually(sides.rates[i], level[i], Situation.RECENT_SECONDS)
              || work > CausalLaw.OVER * level[i] && taker.isOver(lately, level[i], seconds);
      isMuch &= sides.there[i] && active > SETTLED_SECONDS;
      sides.over[i] = isMuch && taker.mayBeHeldBelow(sides.rates[i]);
      boolean isThere =
          active > THERE_SECONDS && !Lately.hasStopped(taker, sides.rates[i], at.length());
      boolean mayBeAsked = taker.isUnknown() && !taker.queue.isUnattributed();
      sides.open[i] = isThere && sides.there[i] && mayBeAsked && !sides.over[i];
      sides.under[i] = sides.open[i] && work < UNDER * level[i];
      sides.leftOut[i] = sides.under[i] && taker.isLeftOut();
    }
    return sides;
  }

  /**
   * These are cut and those are asked, whatever their shares; empty if one of them is not there.
   */
  static Optional<Sides> turned(Situation at, Span span, boolean[] cut, boolean[] asked) {
    Sides sides = new Sides(at.takers());
    for (int i = 0; i < cut.length; i++) {
      Taker taker = sides.takers.get(i);
      sides.rates[i] = at.history.mean(taker.rates, span);
      sides.seconds[i] = at.history.seconds(span);
      sides.there[i] = taker.isActive;
      sides.over[i] = cut[i] && taker.mayBeHeldBelow(sides.rates[i]);
      sides.under[i] = asked[i];
      if ((cut[i] || asked[i]) && !taker.isAwake()) {
        return Optional.empty();
      }
    }
    return any(sides.over) ? Optional.of(sides) : Optional.empty();
  }

  /** What one took before. */
  Reaction.Rate before(int taker) {
    return new Reaction.Rate(rates[taker], seconds[taker]);
  }

  boolean isUneven() {
    return any(over) && any(under);
  }

  /**
   * Puts the one that takes most on one side, of the larger I/Os where two take about the same, and
   * all who are not content on the other: I/Os of another kind may cost something else.
   *
   * @param isOtherCut whether it is the turn of who takes most of another kind
   * @return whether there is another kind at all
   */
  boolean turnToCosts(Situation at, boolean isOtherCut) {
    int most = most(at, -1);
    int other = isOtherCut && most >= 0 ? most(at, most) : most;
    return isTurned(at, other) || isTurned(at, most); // about the same: chance says who has most
  }

  private boolean isTurned(Situation at, int cut) {
    boolean isOther = false;
    for (int i = 0; i < rates.length; i++) {
      Taker taker = takers.get(i);
      over[i] = i == cut;
      under[i] = i != cut && isSettled(taker, at) && !taker.isContent();
      isOther |= cut >= 0 && under[i] && !taker.kind.isLike(takers.get(cut).kind);
    }
    return isOther;
  }

  /** Who takes most, of those whose I/Os are of another kind than this one's, if it is said. */
  private int most(Situation at, int than) {
    int most = -1;
    for (int i = 0; i < rates.length; i++) {
      Taker taker = takers.get(i);
      boolean isMeant = than < 0 || !taker.kind.isLike(takers.get(than).kind);
      boolean mayBeCut = isMeant && isSettled(taker, at) && taker.mayBeHeldBelow(rates[i]);
      if (mayBeCut && (most < 0 || isMore(i, most))) {
        most = i;
      }
    }
    return most;
  }

  /** Whether none of those who are cut sends I/Os like those of this one. */
  boolean isUnlikeThoseCut(int one) {
    for (int i = 0; i < over.length; i++) {
      if (over[i] && takers.get(i).kind.isLike(takers.get(one).kind)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSettled(Taker taker, Situation at) {
    return taker.isActive && taker.activeSeconds(at.seconds()) >= Situation.RECENT_SECONDS;
  }

  private boolean isMore(int one, int other) {
    Taker taker = takers.get(one);
    Taker than = takers.get(other);
    return taker.work(rates[one]) > 1.02 * than.work(rates[other])
        || rates[one] > 0.9 * rates[other] && taker.kind.compareTo(than.kind) > 0;
  }

  /**
   * Whether others are there, one who took much has gone, or all who take less have.
   *
   * @param completed I/Os per second, before anybody was cut
   */
  boolean haveChanged(Situation at, double completed) {
    if (!takers.equals(at.takers())) {
      return true;
    }
    boolean isAnyUnder = false;
    for (int i = 0; i < there.length; i++) {
      boolean isGone = there[i] && !takers.get(i).isActive;
      if (isGone && rates[i] > MUCH * completed) {
        return true;
      }
      isAnyUnder |= under[i] && !isGone;
    }
    return !isAnyUnder;
  }

  /** Whether one of those who took too much and of whom nothing is known takes too little. */
  boolean isCutUnder(double[] level) {
    for (int i = 0; i < over.length; i++) {
      Taker taker = takers.get(i);
      if (over[i] && taker.isUnknown() && taker.work(rates[i]) < UNDER * level[i]) {
        return true;
      }
    }
    return false;
  }

  /** Whether nobody has let go of the limits of those who are cut. */
  boolean areCut() {
    boolean are = true;
    for (int i = 0; i < over.length; i++) {
      are &= !over[i] || takers.get(i).isLimited();
    }
    return are;
  }

  /** I/Os per second by which those who took too much are cut now. */
  double cut() {
    double cut = 0;
    for (int i = 0; i < over.length; i++) {
      cut += over[i] ? rates[i] - takers.get(i).limit() : 0;
    }
    return cut;
  }

  /** By how many they take fewer. */
  double freed(double[] after) {
    return ofCut(rates) - ofCut(after);
  }

  /** Sum of what is said of those who are cut. */
  double ofCut(double[] each) {
    double sum = 0;
    for (int i = 0; i < over.length; i++) {
      sum += over[i] ? each[i] : 0;
    }
    return sum;
  }

  /** Whoever takes no more than it did of its own accord before is not taken to gain. */
  void knowUsual(Situation at, double completed) {
    usual = new Usual(at, this, completed);
  }

  boolean isUsual(int i, double after) {
    return after > rates[i] && usual != null && usual.isAsMuch(i, after);
  }

  /** I/Os per second of those who came, or came back, meanwhile: they say nothing of the cut. */
  double come(double[] after) {
    double come = 0;
    for (int i = 0; i < after.length; i++) {
      come += hasCome(i, after) ? after[i] - rates[i] : 0;
    }
    return come;
  }

  private boolean hasCome(int i, double[] after) {
    return !over[i] && (isUsual(i, after[i]) || !under[i] && after[i] > COME * rates[i]);
  }

  /** Whether it is asked, or its answer shows although its share is not known to be more. */
  boolean mayTell(int i) {
    return under[i] || open[i] && !over[i];
  }

  /** By how many the others take more. */
  double taken(double[] after) {
    double taken = 0;
    for (int i = 0; i < over.length; i++) {
      taken += !over[i] && there[i] && !hasCome(i, after) ? after[i] - rates[i] : 0;
    }
    return taken;
  }

  /**
   * Which of those who were left out are served now.
   *
   * @param after I/Os per second, a mean of so many {@code seconds}
   */
  boolean[] served(double[] after, double seconds) {
    boolean[] served = new boolean[after.length];
    for (int i = 0; i < after.length; i++) {
      served[i] = leftOut[i] && (after[i] - rates[i]) * seconds >= SERVED;
    }
    return served;
  }

  static boolean any(boolean[] some) {
    for (boolean one : some) {
      if (one) {
        return true;
      }
    }
    return false;
  }
}
