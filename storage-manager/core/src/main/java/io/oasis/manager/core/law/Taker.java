package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;

/** What the law knows of one queue. Rates are I/Os per second. */
final class Taker {
  /** Who moves fewer than this is idle, per second. */
  private static final double LEAST_RATE = 2;

  /** Somebody who did nothing for so long is away, in seconds. */
  private static final double AWAY_SECONDS = 0.6;

  /** Somebody who did nothing for so long may be another one when it is back, in seconds. */
  private static final double FORGOTTEN_SECONDS = 60;

  /** Time constant of what somebody got lately, in seconds. */
  private static final double LATELY_SECONDS = 10;

  /** Time constant of what somebody takes usually, in seconds. */
  private static final double USUALLY_SECONDS = 5;

  /** A mean with that time constant scatters like one over so many seconds. */
  private static final double USUAL_SPAN_SECONDS = 2 * USUALLY_SECONDS;

  /** Standard deviations by which a second's rate may be above what somebody needs. */
  private static final double CHANCE = 2;

  /** Who takes less than this part of what it needs is short of it. */
  private static final double MUCH_OF_NEED = 0.7;

  /** Standard deviations of what a share lets come that are beyond chance. */
  private static final double BEYOND_CHANCE = 3;

  /** A limit that is set begins at this part of what its queue gets, or above. */
  private static final double FIRST_FALL = 0.6;

  final QueueId queue;
  final double[] rates = new double[History.SLOTS];
  final Elasticity elasticity = new Elasticity();
  final Wish wish = new Wish();

  double weight = 1;
  Sight.Kind kind = new Sight.Kind(0, 1);
  Sight.Rule rule = Sight.Rule.NONE;
  double cost = 1;
  double now;
  double recently;
  double lately;
  double usually;
  double arrived;
  double held;
  boolean isActive;

  /** Whether I/Os of it may be in the device, which does others first. */
  boolean isUnserved;

  /** Whether what was found out about it is void since this interval. */
  boolean isChanged;

  private boolean isNew = true;
  private double activeAt = Double.NEGATIVE_INFINITY;
  double activeSince = Double.NEGATIVE_INFINITY;
  private double heldAt = Double.NEGATIVE_INFINITY;
  private double unheldSeconds;

  /** What it got when others began to be held as it got less than its limit. */
  private double gotBehind;

  private boolean isPassedOver;
  private final OtherWork otherWork = new OtherWork();
  private double limit = Double.POSITIVE_INFINITY;
  final Eased eased = new Eased();

  Taker(QueueId queue) {
    this.queue = queue;
  }

  void see(Sight.Seen seen, double seconds, double length) {
    weight = seen.weight();
    boolean isOther = !isNew && otherWork.isSeen(kind, seen, seconds);
    if (seen.passed() > 0) {
      kind = isNew ? seen.kind() : kind.after(seen.kind(), seen.passed() * length, length);
    }
    rule = seen.rule();
    if (!rule.mayBeHeld()) {
      free();
    }
    now = seen.passed();
    arrived = seen.arrived();
    held = seen.held();
    isUnserved = seen.isUnserved();
    heldAt = isLimited() && held >= 1 ? seconds : heldAt;
    isChanged = isOther;
    if (now >= LEAST_RATE || held >= 1 || isUnserved) {
      isChanged |= seconds - activeAt > FORGOTTEN_SECONDS;
      activeSince = seconds - activeAt > AWAY_SECONDS + length ? seconds : activeSince;
      activeAt = seconds;
    }
    isActive = seconds - activeAt <= AWAY_SECONDS;
    usually = isNew ? now : usually + (now - usually) * length / USUALLY_SECONDS;
    lately = isNew ? now : lately + (now - lately) * length / LATELY_SECONDS;
    isNew = false;
    wish.age(seconds, isActive ? length : 0);
    if (isOther) {
      wish.forget();
    }
  }

  /** Follows what a content one needs. */
  void follow(double latency, double length, boolean isAsked) {
    double takes = StrictMath.max(usually, recently - CHANCE * StrictMath.sqrt(recently));
    boolean isFree = !isLimited() && !isAsked;
    isChanged |= isActive && wish.follow(takes, recently, isFree, latency, length);
  }

  boolean isHungry() {
    return wish.isHungry();
  }

  boolean isContent() {
    return wish.isContent();
  }

  boolean isUnknown() {
    return wish.isUnknown();
  }

  /** Whether a content one is due to be asked; it is unknown then. */
  void wonder(double seconds) {
    if (isActive) {
      wish.wonder(seconds);
    }
  }

  /** The same for one who was hungry before it seemed content. */
  void wonderAgain(double seconds) {
    if (isActive) {
      wish.wonderAgain(seconds);
    }
  }

  /** Whether it depends on the limits of others, as it is not served without them. */
  boolean isStarved() {
    return wish.isStarved() && isActive && !isLimited();
  }

  /** The same of one that gets less without them than a fair queue would give it. */
  boolean isKeptOut() {
    return wish.isKeptOut() && isActive && !isLimited();
  }

  /** Whether such a one takes much less than it was seen to need, beyond chance. */
  boolean isShortOfNeed() {
    double least = MUCH_OF_NEED * wish.need() * USUAL_SPAN_SECONDS;
    return isKeptOut() && usually * USUAL_SPAN_SECONDS < least - CHANCE * StrictMath.sqrt(least);
  }

  boolean isFreeAndWanting() {
    return isActive && !isLimited() && !isContent();
  }

  /** Whether it may have I/Os in the device and gets nothing. */
  boolean isLeftOut() {
    return isActive && isUnserved && !isLimited() && recently < LEAST_RATE;
  }

  /**
   * Whether it moved anything in the newest interval, or wants to: who sleeps is not short of
   * anything.
   */
  boolean isAwake() {
    return isActive && (now >= LEAST_RATE || isUnserved);
  }

  /** How its I/Os scatter since it came. */
  double dispersion(History history) {
    return history.dispersion(rates, activeSince);
  }

  double activeSeconds(double seconds) {
    return seconds - activeSince;
  }

  boolean isLimited() {
    return limit < Double.POSITIVE_INFINITY;
  }

  double limit() {
    return limit;
  }

  boolean mayBeHeld() {
    return rule.mayBeHeld();
  }

  /** Whether a limit can be below such a rate: a target has a least one, and so has an operator. */
  boolean mayBeHeldBelow(double perSecond) {
    return mayBeHeld() && rule.least() < perSecond;
  }

  boolean isHeldLately(double seconds) {
    return seconds - heldAt < 1;
  }

  /** Holds it to a rate, or to the least that its limits may be for now. */
  void hold(double perSecond, double seconds) {
    if (mayBeHeld()) {
      limit = heldTo(perSecond, seconds);
    }
  }

  /** Holds it to a rate for a question, whatever limits there cost before: it is measured now. */
  void cut(double perSecond) {
    if (mayBeHeld()) {
      limit = StrictMath.max(least(), perSecond);
    }
  }

  private double least() {
    return isLimited() && !rule.mayFall() ? limit : StrictMath.max(1, rule.least());
  }

  /** Whether a limit to that rate would hold it: not one that is eased above what it takes. */
  boolean wouldBeHeld(double perSecond, double seconds) {
    return mayBeHeld() && heldTo(perSecond, seconds) < StrictMath.max(now, recently);
  }

  /** What its limit is, or would be, where its share is a rate. */
  double heldTo(double perSecond, double seconds) {
    return StrictMath.max(least(), eased.notBelow(perSecond, seconds));
  }

  /** The same for one that was free: it is not to lose much at once. */
  void beginToHold(double perSecond, double seconds) {
    hold(StrictMath.max(perSecond, FIRST_FALL * StrictMath.max(now, recently)), seconds);
  }

  void free() {
    limit = Double.POSITIVE_INFINITY;
    unheldSeconds = 0;
    isPassedOver = false;
  }

  /** The same when nobody is limited any more. */
  void letGo() {
    free();
    wish.limitsAreOff();
  }

  /** Whether its limit is where it is as it was eased. */
  boolean isEased(double seconds) {
    return isActive && isLimited() && eased.isReached(limit, seconds);
  }

  /** Whether others are held as it gets less than its limit. */
  boolean isPassedOver() {
    return isPassedOver;
  }

  double gotBehind() {
    return gotBehind;
  }

  void passOver(boolean is) {
    isPassedOver = is;
    gotBehind = recently;
  }

  /** For how long its limit has held nothing back, in seconds. */
  double unheldSeconds(double length) {
    boolean isUnheld = held < 0.5 && now < 0.95 * limit;
    unheldSeconds = isUnheld ? unheldSeconds + length : 0;
    return unheldSeconds;
  }

  /**
   * Whether it takes more than a share, beyond chance.
   *
   * @param perSecond its rate, a mean over some {@code seconds}
   * @param level its share, in the domain's unit
   */
  boolean isOver(double perSecond, double level, double seconds) {
    double share = level * seconds / cost;
    double byChance = share + BEYOND_CHANCE * StrictMath.sqrt(share);
    return perSecond * seconds > StrictMath.max(CausalLaw.OVER * share, byChance);
  }

  /** The same, or usually: a little too much shows in the long run. */
  boolean isOverOrUsually(double perSecond, double level, double seconds) {
    return isOver(perSecond, level, seconds)
        || activeAt - activeSince >= USUAL_SPAN_SECONDS
            && work(recently) > CausalLaw.OVER * level
            && isOver(usually, level, USUAL_SPAN_SECONDS);
  }

  /** Device time that it takes, in the domain's unit. */
  double work(double perSecond) {
    return perSecond * cost;
  }
}
