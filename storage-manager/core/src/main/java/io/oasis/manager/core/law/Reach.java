package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is limited at once, who would be, and whether that helps anybody. */
final class Reach {
  /** Who wants more and takes less than this part of its share is short of it. */
  private static final double SHORT = 0.93;

  /** When a question is proven, a limit falls to this part of a rate at least, at once. */
  private static final double FASTEST_FALL = 0.4;

  private Reach() {}

  /**
   * Holds those who took too much to their shares, as others are proven to gain by it; the others
   * are free. Returns whether anybody is held.
   *
   * @param before I/Os per second of each before anybody was cut
   * @param cut who was cut
   */
  static boolean limitProven(Situation at, double[] before, boolean[] cut) {
    double[] level = Level.ofEquals(at);
    boolean isAny = false;
    for (int i = 0; i < level.length; i++) {
      Taker taker = at.takers().get(i);
      boolean isOver =
          cut[i]
              ? taker.work(before[i]) > CausalLaw.OVER * level[i]
              : taker.isOver(before[i], level[i], Situation.RECENT_SECONDS);
      if (taker.isActive && taker.mayBeHeld() && isOver) {
        taker.hold(StrictMath.max(level[i] / taker.cost, FASTEST_FALL * before[i]), at.seconds());
        at.note(taker.queue + " held to " + Math.round(taker.limit()) + ": others gain by it");
        isAny = true;
      } else {
        taker.free();
      }
    }
    return isAny;
  }

  /**
   * Holds those who take too much at once, where somebody who is known to want more is short of it;
   * returns whether anybody is held.
   */
  static boolean limitAgain(Situation at) {
    double[] level = at.level(false);
    List<Taker> takers = at.takers();
    Set<Taker> inWant = new HashSet<>();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      boolean isTurn = !taker.isUnserved || at.seconds() - at.freedAt() >= Holding.TURN_SECONDS;
      boolean isLittle = taker.work(taker.now) < SHORT * level[i];
      boolean isWanting = taker.isHungry() || taker.isShortOfNeed();
      if (taker.isAwake() && isWanting && isTurn && isLittle) {
        inWant.add(taker);
      }
    }
    boolean isAny = false;
    for (int i = 0; !inWant.isEmpty() && i < level.length; i++) {
      Taker taker = takers.get(i);
      boolean isForOther = inWant.size() > (inWant.contains(taker) ? 1 : 0);
      boolean isOver = isForOther && taker.isOverOrUsually(taker.now, level[i], at.length());
      if (taker.isActive && isOver && taker.wouldBeHeld(level[i] / taker.cost, at.seconds())) {
        taker.beginToHold(level[i] / taker.cost, at.seconds());
        at.note(taker.queue + " held to " + Math.round(taker.limit()) + " again");
        isAny = true;
      }
    }
    return isAny;
  }

  /**
   * Whether somebody who is not to be limited exceeds its share, and by more than anybody else:
   * what limits take from others it gets.
   */
  static boolean isOut(Situation at) {
    double free = CausalLaw.OVER;
    double held = 0;
    double[] level = at.level(true);
    for (int i = 0; i < level.length; i++) {
      Taker taker = at.takers().get(i);
      double over = level[i] > 0 ? taker.work(taker.recently) / level[i] : 0;
      if (taker.isActive && taker.mayBeHeld()) {
        held = StrictMath.max(held, over);
      } else if (taker.isActive) {
        free = StrictMath.max(free, over);
      }
    }
    return free > CausalLaw.OVER && free > held;
  }

  /**
   * Whom to limit to how many I/Os per second, if all who take less than their share want more.
   * What limits free the others take in proportion to what they take now, and those who then have
   * too much are limited, too.
   */
  static Map<QueueId, Double> foreseen(Situation at) {
    Map<QueueId, Double> foreseen = new LinkedHashMap<>();
    if (at.active() < 2 || !at.waits() || isOut(at)) {
      return foreseen;
    }
    double[] level = at.level(true);
    double[] takes = new double[level.length];
    for (int i = 0; i < level.length; i++) {
      takes[i] =
          at.takers().get(i).isActive ? at.takers().get(i).work(at.takers().get(i).recently) : 0;
    }
    for (boolean isAny = true; isAny; ) {
      isAny = false;
      for (int i = 0; i < level.length; i++) {
        Taker taker = at.takers().get(i);
        boolean isFree = !foreseen.containsKey(taker.queue);
        boolean isOver =
            taker.isOverOrUsually(takes[i] / taker.cost, level[i], Situation.RECENT_SECONDS);
        if (isFree && isOver) {
          if (!taker.mayBeHeld()) {
            return Map.of();
          }
          double limit = taker.heldTo(level[i] / taker.cost, at.seconds());
          foreseen.put(taker.queue, limit);
          takes[i] = taker.work(limit);
          isAny = true;
        }
      }
      fill(at, foreseen.keySet(), takes);
    }
    return foreseen;
  }

  /** What those who are held leave goes to those who are not, unless they are content. */
  private static void fill(Situation at, Set<QueueId> held, double[] takes) {
    double left = at.room;
    double free = 0;
    for (int i = 0; i < takes.length; i++) {
      Taker taker = at.takers().get(i);
      boolean grows = !held.contains(taker.queue) && !taker.isContent();
      left -= grows ? 0 : takes[i];
      free += grows ? takes[i] : 0;
    }
    for (int i = 0; i < takes.length && free > 0; i++) {
      Taker taker = at.takers().get(i);
      boolean grows = !held.contains(taker.queue) && !taker.isContent();
      takes[i] *= grows ? StrictMath.max(1, left / free) : 1;
    }
  }
}
