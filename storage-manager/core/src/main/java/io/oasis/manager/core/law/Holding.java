package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;

/** Keeps limits where they belong while somebody gains by them, and says when they are to go. */
final class Holding {
  /** A limit that held nothing back for so long is needless, in seconds. */
  private static final double NEEDLESS_SECONDS = 0.74;

  /** All of what there is, is used when this part of it is. */
  private static final double FULL = 0.95;

  /** Limits have taken effect after so long, in seconds. */
  private static final double SETTLED_SECONDS = 1.2;

  /** Weight of a new interval in what there is, and in how many I/Os the device holds. */
  private static final double SMOOTHING = 0.1;

  /** Who takes less than this part of what it took a second ago has stopped, ... */
  private static final double STOPPED = 0.75;

  /** ... if that is so many standard deviations, and it took this part of what there is. */
  private static final double BEYOND_CHANCE = 2.5;

  /** Whose stop shows took at least this part of what there is. */
  private static final double COUNTS = 0.05;

  /** Somebody's stop shows in the total when this part of it is left. */
  private static final double FALLEN = 0.85;

  /** The device holds less, or more, than when it was full at these factors. */
  private static final double LESS = 0.8;

  /** A device that holds fewer I/Os on average is idle now and then. */
  private static final double IDLE = 0.8;

  /** The device holds more than when it was full at this factor, ... */
  private static final double MORE = 1.15;

  /** ... and so many more that it has become slower, whoever stopped, at this one. */
  private static final double MUCH_MORE = 1.3;

  /** What is not used for so long sets limits free, in seconds. */
  private static final double UNUSED_SECONDS = 1;

  /** How quickly less is believed to be there when more waits, and when as much waits. */
  private static final double SLOWER = 0.3;

  /** The same when as much waits as before: an exponent, too. */
  private static final double MAYBE_SLOWER = 0.05;

  /** Limits cost total when less than this part completes of what did without them. */
  private static final double COSTS = 0.955;

  /** First and longest pause between two releases for a check, in seconds. */
  private static final double FIRST_PAUSE_SECONDS = 5;

  /** The longest of these pauses, in seconds. */
  private static final double LONGEST_PAUSE_SECONDS = 600;

  /**
   * Limits of which nobody knows what they cost, as they are a former controller's, are checked
   * after so long, in seconds. When who was away comes back the domain may change hands again; that
   * is over by then.
   */
  private static final double UNKNOWN_SECONDS = 30;

  /** Changes of a limit by less than this part wait. */
  private static final double DEAD_BAND = 0.05;

  /** A limit rises by at most this factor in an interval, and falls to at least this part. */
  private static final double FASTEST_RISE = 1.3;

  /** A limit falls to at least this part in an interval, ... */
  private static final double FASTEST_FALL = 0.7;

  /** Who takes less than this part of its share takes too little. */
  private static final double UNDER = 0.95;

  /** What to do after an interval. */
  enum Outcome {
    GO_ON,
    CHECK,
    SOMEBODY_LEFT,
    NOT_USED,
    ALL_CONTENT
  }

  private final Situation at;
  private double since;
  private double raisedAt;
  private double fullInFlight;
  private double unusedSeconds;
  private double checkAt;
  private double checkPause = FIRST_PAUSE_SECONDS;

  Holding(Situation at) {
    this.at = at;
  }

  /** Limits have just been set, or are in force again. */
  void begin(boolean anew) {
    since = at.seconds();
    unusedSeconds = 0;
    fullInFlight = anew ? 0 : fullInFlight;
  }

  /** Whether they have been of use for so long that what was learned before is confirmed. */
  boolean isConfirmed() {
    return at.seconds() - since > 5 && at.work(at.recent()) >= FULL * at.room;
  }

  Outcome step(boolean hasStalled) {
    freeNeedless();
    at.takers().forEach(taker -> taker.wonderAgain(at.seconds()));
    if (!at.isLimited()) {
      return Outcome.ALL_CONTENT;
    }
    double seconds = at.seconds();
    Span second = at.recent();
    double work = at.work(second);
    double longer = at.work(at.history.span(seconds - 2, seconds));
    if (seconds - since > 2 && longer > at.room) {
      at.room += (longer - at.room) * SMOOTHING;
    }
    boolean isFull = work >= FULL * at.room;
    if (isFull && seconds - since > SETTLED_SECONDS) {
      double now = at.inFlight();
      fullInFlight = fullInFlight == 0 ? now : fullInFlight + (now - fullInFlight) * SMOOTHING;
    }
    if (hasSomebodyLeft()) {
      return Outcome.SOMEBODY_LEFT;
    }
    if (!isFull && seconds - since > SETTLED_SECONDS && isNotUsed(work, second)) {
      return Outcome.NOT_USED;
    }
    unusedSeconds = isFull ? 0 : unusedSeconds;
    if (!hasStalled && isCostly(work, longer)) {
      checkPause = StrictMath.min(LONGEST_PAUSE_SECONDS, 2 * checkPause);
      checkAt = seconds + checkPause;
      return Outcome.CHECK;
    }
    move();
    return Outcome.GO_ON;
  }

  private void freeNeedless() {
    for (Taker taker : at.takers()) {
      if (taker.isLimited()
          && (!taker.isActive || taker.unheldSeconds(at.length()) >= NEEDLESS_SECONDS)) {
        taker.free();
        at.note(taker.queue + " does not use its limit: off");
      }
    }
  }

  /** Whether a free one stopped: what the limits keep for it is the others' at once. */
  private boolean hasSomebodyLeft() {
    double length = at.length();
    double work = at.work();
    boolean isFallen =
        work < FALLEN * at.room
            && work * length < at.room * length - 2 * StrictMath.sqrt(at.room * length);
    boolean isSlower = fullInFlight > 0 && at.inFlight() > MUCH_MORE * fullInFlight;
    if (!isFallen || isSlower || at.held() < 1) {
      return false;
    }
    double end = at.seconds() - 2 * length;
    Span before = at.history.span(end - 1, end);
    for (Taker taker : at.takers()) {
      double rate = at.history.mean(taker.rates, before);
      boolean counts = taker.work(rate) > COUNTS * at.room;
      boolean fell =
          taker.now < STOPPED * rate
              && taker.now * length
                  < rate * length - BEYOND_CHANCE * StrictMath.sqrt(rate * length);
      if (isFreeAndWanting(taker) && counts && fell) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFreeAndWanting(Taker taker) {
    return taker.isActive && !taker.isLimited() && !taker.isContent();
  }

  /**
   * Less completes than there is. When the device holds fewer I/Os, too, the free ones do not take
   * what they could: they are content. When it holds as many, it gives less than was believed.
   */
  private boolean isNotUsed(double work, Span second) {
    unusedSeconds += at.length();
    double inFlight = at.history.inFlight(second);
    boolean isLess = fullInFlight > 0 && inFlight < LESS * fullInFlight;
    if (!isLess && inFlight > IDLE) {
      if (at.seconds() - raisedAt < SETTLED_SECONDS) {
        return false; // what waited behind a limit comes all at once
      }
      boolean isSlower = fullInFlight > 0 && inFlight > MORE * fullInFlight + 1;
      double part = StrictMath.pow(work / at.room, isSlower ? SLOWER : MAYBE_SLOWER);
      at.room *= part;
      at.unlimited *= isSlower ? part : 1;
      unusedSeconds = 0;
      return false;
    }
    if (unusedSeconds < UNUSED_SECONDS) {
      return false;
    }
    unusedSeconds = 0;
    return !foundContent() && work < 0.9 * at.room;
  }

  private boolean foundContent() {
    double[] level = at.level(true);
    boolean isAny = false;
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      boolean isThere = isFreeAndWanting(taker) && taker.activeSeconds(at.seconds()) > 1;
      if (isThere && taker.work(taker.recently) < UNDER * level[i]) {
        taker.seemsContent(taker.recently, at.seconds());
        at.note(taker.queue + " takes no more than " + Math.round(taker.recently));
        isAny = true;
      }
    }
    return isAny;
  }

  /** Whether limits cost total, in the last second and for longer: who slept may just be back. */
  private boolean isCostly(double work, double longer) {
    double seconds = at.seconds();
    if (at.unlimited == 0) {
      return seconds - since > UNKNOWN_SECONDS;
    }
    return seconds - since > 2.5
        && seconds >= checkAt
        && at.held() >= 1
        && work < COSTS * at.unlimited
        && longer < at.unlimited - 2 * StrictMath.sqrt(at.unlimited / 2)
        && at.medianWorkSince(seconds - 3) < COSTS * at.unlimited;
  }

  /** Limits up at once; down, and on others, only while somebody free has less than its share. */
  private void move() {
    double[] level = at.level(true);
    boolean isAnybodyShort = isAnybodyShort(level);
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      if (isFreeAndWanting(taker) && isConfirmed() && taker.work(taker.recently) > level[i]) {
        taker.foundHungry(at.seconds());
      }
      if (taker.isActive) {
        move(taker, level[i], isAnybodyShort);
      }
    }
  }

  private boolean isAnybodyShort(double[] level) {
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      if (isFreeAndWanting(taker)
          && taker.isAwake()
          && taker.work(taker.recently) < UNDER * level[i]
          && taker.work(taker.now) < 0.97 * level[i]) {
        return true;
      }
    }
    return false;
  }

  private void move(Taker taker, double level, boolean isAnybodyShort) {
    double wanted = level / taker.cost;
    double least = taker.notBelowLeast(wanted, at.seconds());
    if (!taker.isLimited()) {
      boolean isOver =
          taker.isOver(taker.recently, level, Situation.RECENT_SECONDS)
              && taker.work(taker.now) > CausalLaw.OVER * level;
      if (isAnybodyShort && isOver && taker.mayBeHeld()) {
        taker.beginToHold(wanted, at.seconds());
        at.note(taker.queue + " held to " + Math.round(taker.limit()));
      }
    } else if (wanted > (1 + DEAD_BAND) * taker.limit()) {
      taker.hold(StrictMath.min(wanted, FASTEST_RISE * taker.limit() + 1), at.seconds());
      raisedAt = at.seconds();
    } else if (isAnybodyShort && least < (1 - DEAD_BAND) * taker.limit()) {
      taker.hold(StrictMath.max(least, FASTEST_FALL * taker.limit()), at.seconds());
    }
  }
}
