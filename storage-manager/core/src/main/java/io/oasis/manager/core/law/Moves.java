package io.oasis.manager.core.law;

import java.util.List;

/** Limits go up at once; down, and on others, only while somebody free has less than its share. */
final class Moves {
  /** Changes of a limit by less than this part wait. */
  private static final double DEAD_BAND = 0.05;

  /** A limit rises by at most this factor in an interval. */
  private static final double FASTEST_RISE = 1.3;

  /** A limit falls to at least this part in an interval. */
  private static final double FASTEST_FALL = 0.7;

  /** Who has this part of its share in an interval has it. */
  private static final double HAS_IT = 0.97;

  private Moves() {}

  /**
   * Moves what is to be moved; returns whether a limit rose.
   *
   * @param isConfirmed whether the limits have been of use for a while
   */
  static boolean make(Situation at, boolean isConfirmed) {
    double[] level = at.level(true);
    boolean isAnybodyShort = isAnybodyShort(at, level);
    boolean rose = false;
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      if (taker.isFreeAndWanting() && isConfirmed && taker.work(taker.recently) > level[i]) {
        taker.wish.foundHungry(at.seconds());
      }
      rose |= taker.isActive && move(at, taker, level[i], isAnybodyShort);
    }
    return rose;
  }

  private static boolean isAnybodyShort(Situation at, double[] level) {
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      if ((taker.isFreeAndWanting() || taker.isPassedOver() || taker.isShortOfNeed())
          && taker.isAwake()
          && taker.work(taker.recently) < Holding.UNDER * level[i]
          && taker.work(taker.now) < HAS_IT * level[i]) {
        return true;
      }
    }
    return false;
  }

  private static boolean move(Situation at, Taker taker, double level, boolean isAnybodyShort) {
    double wanted = level / taker.cost;
    double least = taker.eased.notBelow(wanted, at.seconds());
    if (!taker.isLimited()) {
      boolean isOver =
          taker.isOver(taker.recently, level, Situation.RECENT_SECONDS)
              && taker.work(taker.now) > CausalLaw.OVER * level;
      if (isAnybodyShort && isOver && taker.wouldBeHeld(wanted, at.seconds())) {
        taker.beginToHold(wanted, at.seconds());
        at.note(taker.queue + " held to " + Math.round(taker.limit()));
      }
    } else if (wanted > (1 + DEAD_BAND) * taker.limit()) {
      taker.hold(StrictMath.min(wanted, FASTEST_RISE * taker.limit() + 1), at.seconds());
      return true;
    } else if (isAnybodyShort && least < (1 - DEAD_BAND) * taker.limit()) {
      taker.hold(StrictMath.max(least, FASTEST_FALL * taker.limit()), at.seconds());
    }
    return false;
  }
}
