package io.oasis.manager.core.law;

import java.util.List;

/**
 * Who gets much less than its limit, and than its share, while others take more than theirs: these
 * are held, too. An elevator that is kept from somebody stays with the others instead. If that does
 * not help it, it is content.
 */
final class Behind {
  /**
   * Who gets less than this part of its limit, and of its share, gets much less. Who begins to use
   * the other direction gets half at first, as limits are split.
   */
  private static final double MUCH_LESS = 0.4;

  /** It is helped when it gets this many times what it got. */
  private static final double HELPED = 1.3;

  /** That has to be seen after so long, in seconds. */
  private static final double ANSWER_SECONDS = 2.5;

  private final Situation at;

  Behind(Situation at) {
    this.at = at;
  }

  /**
   * Whether the limit of one stays although it has held nothing back for so many seconds, beyond
   * what makes one needless: as others are held for it.
   */
  boolean keeps(Taker taker, double seconds) {
    if (!taker.isPassedOver()) {
      return !taker.isContent() && holdOthers(taker);
    }
    double level = at.level(true)[at.takers().indexOf(taker)];
    boolean isHelped =
        taker.recently > HELPED * taker.gotBehind()
            || taker.work(taker.recently) >= Holding.UNDER * level;
    if (isHelped || seconds < ANSWER_SECONDS) {
      return true;
    }
    taker.wish.seemsContent(taker.recently, at.seconds());
    return false;
  }

  private boolean holdOthers(Taker behind) {
    behind.passOver(true);
    double[] level = at.level(true);
    List<Taker> takers = at.takers();
    double share = level[takers.indexOf(behind)] / behind.cost;
    boolean isAny = false;
    if (lately(behind) < MUCH_LESS * StrictMath.min(behind.limit(), share)) {
      for (int i = 0; i < level.length; i++) {
        isAny |= hold(takers.get(i), level[i], behind);
      }
    }
    behind.passOver(isAny);
    return isAny;
  }

  private boolean hold(Taker taker, double level, Taker behind) {
    double wanted = level / taker.cost;
    boolean isOver = taker.isOver(lately(taker), level, Holding.NEEDLESS_SECONDS);
    boolean isHeld =
        taker.isActive && !taker.isLimited() && isOver && taker.wouldBeHeld(wanted, at.seconds());
    if (isHeld) {
      taker.beginToHold(wanted, at.seconds());
      at.note(
          "%s held to %d: %s gets less than its limit"
              .formatted(taker.queue, StrictMath.round(taker.limit()), behind.queue));
    }
    return isHeld;
  }

  /** Since its limit holds nothing back, I/Os per second. */
  private double lately(Taker taker) {
    double seconds = at.seconds();
    return at.history.mean(
        taker.rates, at.history.span(seconds - Holding.NEEDLESS_SECONDS, seconds));
  }
}
