package io.oasis.manager.core.law;

/**
 * More than there is, as far as is known: where I/Os wait behind limits and none in the device, or
 * nobody is free who wants more, it may have become faster. It is taken within a second, or it is
 * not there.
 */
final class Offer {
  /** So many times what is done is offered, ... */
  private static final double MORE = 1.1;

  /** ... and at least so many times as much is done then, if it is there, ... */
  private static final double TAKEN = 1.05;

  /**
   * ... and so many deviations of chance more. With many more, what a slow device can do more would
   * seldom be seen; with none, chance would take an offer in two.
   */
  private static final double CHANCE = 0.7;

  /** It is judged after so long, in seconds. */
  private static final double JUDGED_SECONDS = 1.2;

  /** First pause after an offer that was not taken, in seconds. */
  private static final double FIRST_PAUSE_SECONDS = 2;

  /** The longest of these pauses, in seconds. */
  private static final double LONGEST_PAUSE_SECONDS = 60;

  private final Situation at;
  private double madeAt = Double.NEGATIVE_INFINITY;
  private double workBefore;
  private double roomBefore;
  private boolean isOpen;
  private double nextAt;
  private double pause = FIRST_PAUSE_SECONDS;

  Offer(Situation at) {
    this.at = at;
  }

  boolean isOpen() {
    return isOpen;
  }

  boolean mayBeMade() {
    return !isOpen && at.seconds() >= nextAt;
  }

  void make(double work) {
    isOpen = true;
    madeAt = at.seconds();
    workBefore = work;
    roomBefore = at.room;
    at.room = StrictMath.max(at.room, MORE * work);
  }

  /** Limits have gone: nothing is offered. */
  void end() {
    isOpen = false;
  }

  void judge(double work) {
    if (!isOpen || at.seconds() - madeAt < JUDGED_SECONDS) {
      return;
    }
    isOpen = false;
    if (work < TAKEN * workBefore + CHANCE * StrictMath.sqrt(2 * work)) {
      at.room = StrictMath.min(at.room, StrictMath.max(roomBefore, work));
      nextAt = at.seconds() + pause;
      pause = StrictMath.min(LONGEST_PAUSE_SECONDS, 2 * pause);
    } else {
      pause = FIRST_PAUSE_SECONDS;
    }
  }
}
