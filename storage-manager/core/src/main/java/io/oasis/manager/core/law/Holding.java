package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;

/** Keeps limits where they belong while somebody gains by them, and says when they are to go. */
final class Holding {
  /** A limit that held nothing back for so long is needless, in seconds. */
  static final double NEEDLESS_SECONDS = 0.74;

  /**
   * The same where somebody is not served without it, and how long such a one does without: a disk
   * stays with whom it serves, and so they take turns, in seconds.
   */
  static final double TURN_SECONDS = 15;

  /** All of what there is, is used when this part of it is. */
  private static final double FULL = 0.95;

  /** A device in which nobody waits for so long may be able to do more, in seconds. */
  private static final double ROOM_SECONDS = 0.4;

  /** Limits that have been in force for so long are as they are to be, in seconds. */
  private static final double STEADY_SECONDS = 5;

  /** Limits have taken effect after so long, in seconds. */
  private static final double SETTLED_SECONDS = 1.2;

  /** Weight of a new interval in what there is, and in how many I/Os the device holds. */
  private static final double SMOOTHING = 0.1;

  /** This part of what was done for two seconds is there, chance aside. */
  private static final double SURELY = 0.93;

  /** The device holds less, or more, than when it was full at these factors. */
  private static final double LESS = 0.8;

  /** A device that holds fewer I/Os on average is idle now and then. */
  private static final double IDLE = 0.8;

  /** The device holds more than when it was full at this factor, ... */
  private static final double MORE = 1.15;

  /** ... and so many more that it has become slower, whoever stopped, at this one. */
  static final double MUCH_MORE = 1.3;

  /** What is not used for so long sets limits free, in seconds. */
  private static final double UNUSED_SECONDS = 1;

  /** How quickly less is believed to be there when more waits, and when as much waits. */
  private static final double SLOWER = 0.3;

  /** The same when as much waits as before: an exponent, too. */
  private static final double MAYBE_SLOWER = 0.05;

  /** Limits cost total when less than this part completes of what did without them. */
  private static final double COSTS = 0.955;

  /** They cost nothing when more than this part does. */
  private static final double FREE = 0.98;

  /**
   * Where somebody is kept out, limits are checked when less than this part completes: not half.
   */
  private static final double MUCH = 0.5;

  /** First and longest pause between two releases for a check, in seconds. */
  private static final double FIRST_PAUSE_SECONDS = 5;

  /** The longest of these pauses, in seconds. */
  private static final double LONGEST_PAUSE_SECONDS = 300;

  /**
   * Limits of which nobody knows what they cost, as they are a former controller's, are checked
   * after so long, in seconds. When who was away comes back the domain may change hands again; that
   * is over by then.
   */
  private static final double UNKNOWN_SECONDS = 30;

  /** Who takes less than this part of its share takes too little. */
  static final double UNDER = 0.95;

  /** What to do after an interval. */
  enum Outcome {
    GO_ON,
    CHECK,
    SOMEBODY_LEFT,
    NOT_USED,
    ALL_CONTENT
  }

  private final Situation at;
  private final Offer offer;
  private final Behind behind;
  private final Leaving leaving;
  private double since;
  private double raisedAt;
  private double fullInFlight;
  private double unusedSeconds;
  private double idleSeconds;
  private double checkAt;
  private double checkPause = FIRST_PAUSE_SECONDS;

  Holding(Situation at) {
    this.at = at;
    offer = new Offer(at);
    behind = new Behind(at);
    leaving = new Leaving(at);
  }

  /** Limits have just been set, or are in force again. */
  void begin(boolean anew) {
    since = at.seconds();
    unusedSeconds = 0;
    offer.end();
    fullInFlight = anew ? 0 : fullInFlight;
  }

  /** Whether they have been of use for so long that what was learned before is confirmed. */
  boolean isConfirmed() {
    return at.seconds() - since > STEADY_SECONDS && at.work(at.recent()) >= FULL * at.room;
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
    learnMore(work, longer);
    boolean isFull = work >= FULL * at.room;
    if (isFull && seconds - since > SETTLED_SECONDS) {
      double now = at.inFlight();
      fullInFlight = fullInFlight == 0 ? now : fullInFlight + (now - fullInFlight) * SMOOTHING;
    }
    if (leaving.isAnybody(fullInFlight)) {
      return Outcome.SOMEBODY_LEFT;
    }
    if (!isFull
        && !offer.isOpen()
        && seconds - since > SETTLED_SECONDS
        && isNotUsed(work, second)) {
      return Outcome.NOT_USED;
    }
    unusedSeconds = isFull ? 0 : unusedSeconds;
    if (!hasStalled && isCostly(work, longer)) {
      checkPause = StrictMath.min(LONGEST_PAUSE_SECONDS, 2 * checkPause);
      checkAt = seconds + checkPause;
      return Outcome.CHECK;
    }
    if (Moves.make(at, isConfirmed())) {
      raisedAt = seconds;
    }
    return Outcome.GO_ON;
  }

  /** There is as much as is done, and maybe more. */
  private void learnMore(double work, double longer) {
    if (at.seconds() - since > 2 && longer > at.room) {
      at.room = StrictMath.max(at.room + (longer - at.room) * SMOOTHING, SURELY * longer);
    }
    idleSeconds = at.waits() ? 0 : idleSeconds + at.length();
    offer.judge(work);
    if (offer.mayBeMade() && hasRoom(work)) {
      offer.make(work);
    }
  }

  /**
   * Whether I/Os wait behind limits and there may be more than is done: none wait in the device, so
   * that it has become faster, or it may have, and nobody would show it.
   */
  private boolean hasRoom(double work) {
    double inForce = at.seconds() - since;
    boolean isLess = at.inFlight() < LESS * fullInFlight;
    boolean isFaster = inForce > SETTLED_SECONDS && isLess && idleSeconds > ROOM_SECONDS;
    return at.held() >= 1
        && work >= FULL * at.room
        && (isFaster || inForce > STEADY_SECONDS && isUntold(work));
  }

  /**
   * Whether limits cost nothing, as far as is known, and nobody free wants more than it has, or has
   * it only because others are held.
   */
  private boolean isUntold(double work) {
    return work > FREE * at.unlimited
        && at.takers().stream().noneMatch(Taker::isFreeAndWanting)
        && !isForKeptOut();
  }

  private void freeNeedless() {
    boolean isForStarved = at.takers().stream().anyMatch(Taker::isStarved);
    double needless = isForStarved ? TURN_SECONDS : NEEDLESS_SECONDS;
    for (Taker taker : at.takers()) {
      if (taker.isLimited() && isNeedless(taker, needless)) {
        taker.free();
        at.note(taker.queue + " does not use its limit: off");
      }
    }
  }

  private boolean isNeedless(Taker taker, double needless) {
    double unheld = taker.unheldSeconds(at.length());
    boolean isUnheld = taker.isActive && unheld >= NEEDLESS_SECONDS;
    if (isUnheld && behind.keeps(taker, unheld - NEEDLESS_SECONDS)) {
      return false;
    }
    return !taker.isActive || unheld >= needless;
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
      unusedSeconds = 0;
      return false;
    }
    if (unusedSeconds < UNUSED_SECONDS) {
      return false;
    }
    unusedSeconds = 0;
    if (foundContent() || work >= 0.9 * at.room) {
      return false;
    }
    if (isForKeptOut()) { // the others may have what it leaves
      at.room += (at.room - work) / 2;
      return false;
    }
    return true;
  }

  private boolean foundContent() {
    double[] level = at.level(true);
    boolean isAny = false;
    List<Taker> takers = at.takers();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      boolean isThere = taker.isFreeAndWanting() && taker.activeSeconds(at.seconds()) > 1;
      if (isThere && taker.work(taker.recently) < UNDER * level[i]) {
        taker.wish.seemsContent(taker.recently, at.seconds());
        at.note(taker.queue + " takes no more than " + Math.round(taker.recently));
        isAny = true;
      }
    }
    return isAny;
  }

  private boolean isForKeptOut() {
    return at.takers().stream().anyMatch(Taker::isKeptOut);
  }

  /**
   * Whether limits cost total, in the last second and for longer: who slept may just be back. Where
   * somebody is kept out without them, a moment without does not show what they cost: it is served
   * for longer than that.
   */
  private boolean isCostly(double work, double longer) {
    double seconds = at.seconds();
    if (at.unlimited == 0) {
      return seconds - since > UNKNOWN_SECONDS;
    }
    if (isForKeptOut() && StrictMath.max(work, longer) > MUCH * at.unlimited) {
      return false;
    }
    return seconds - since > 2.5
        && (seconds >= checkAt || isMoreThanFound(work, longer))
        && at.held() >= 1
        && work < COSTS * at.unlimited
        && longer < at.unlimited - 2 * StrictMath.sqrt(at.unlimited / 2)
        && at.medianWorkSince(seconds - 3) < COSTS * at.unlimited;
  }

  /**
   * Whether limits cost more than when they were checked: the pause is for what was found then. A
   * check that others came into found nothing.
   */
  private boolean isMoreThanFound(double work, double longer) {
    double found = at.curve.accepted() > 0 ? at.curve.accepted() : at.unlimited;
    return at.seconds() >= checkAt - checkPause + FIRST_PAUSE_SECONDS
        && StrictMath.max(work, longer) < COSTS * found;
  }
}
