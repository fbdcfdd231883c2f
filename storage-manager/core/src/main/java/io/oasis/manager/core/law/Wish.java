package io.oasis.manager.core.law;

/** What is known of a queue's wish for more. */
final class Wish {
  /** A finding that somebody is hungry holds so long, in seconds. */
  private static final double HUNGRY_SECONDS = 600;

  /** First and longest pause before somebody who is content is asked again, in seconds. */
  private static final double FIRST_PAUSE_SECONDS = 20;

  /** The longest of these pauses, in seconds. */
  private static final double LONGEST_PAUSE_SECONDS = 300;

  /** Who was hungry and seems content is asked again after so long, in seconds. */
  private static final double DOUBT_SECONDS = 10;

  enum Appetite {
    UNKNOWN,
    HUNGRY,
    CONTENT
  }

  private Appetite appetite = Appetite.UNKNOWN;
  private final Spared spared = new Spared();
  private double hungryUntil;
  private final Need need = new Need();
  private double askAt;
  private double askPause = FIRST_PAUSE_SECONDS;
  private boolean isDoubtful;

  /** Whether its requests came all the same when it was cut. */
  private boolean isOpenLoop;

  /** Whether it was not served at all before others were cut. */
  private boolean isStarved;

  /** Whether it gained by more than the latency gave: the device does others first. */
  private boolean isKeptOut;

  boolean isHungry() {
    return appetite == Appetite.HUNGRY;
  }

  boolean isContent() {
    return appetite == Appetite.CONTENT;
  }

  boolean isUnknown() {
    return appetite == Appetite.UNKNOWN;
  }

  boolean isStarved() {
    return isStarved;
  }

  boolean isKeptOut() {
    return isKeptOut;
  }

  /** What a content one takes, I/Os per second. */
  double need() {
    return need.perSecond();
  }

  /**
   * @param active how much of an interval it was there, in seconds
   */
  void age(double seconds, double active) {
    spared.see(active);
    if (isHungry() && seconds > hungryUntil) {
      appetite = Appetite.UNKNOWN;
    }
  }

  /** It was cut to ask others for so long, in seconds. */
  void countCut(double seconds) {
    spared.cut(seconds);
  }

  /** Whether it is an open loop, as far as is known, that was cut for others long enough. */
  boolean isSpared() {
    return isOpenLoop && spared.isEnough();
  }

  void foundHungry(double seconds) {
    appetite = Appetite.HUNGRY;
    isOpenLoop = false;
    hungryUntil = seconds + HUNGRY_SECONDS;
  }

  /** The same of one that had nothing before others were cut. */
  void foundStarved(double seconds) {
    foundHungry(seconds);
    isStarved = true;
  }

  /** The same of one that gained by more than the latency fell. */
  void foundKeptOut(double seconds) {
    foundHungry(seconds);
    isKeptOut = true;
  }

  void foundContent(double with, double seconds) {
    isKeptOut = false;
    takesNoMore(with, seconds);
  }

  /** The same of one whose requests come all the same, however many are held. */
  void foundOpenLoop(double with, double seconds) {
    foundContent(with, seconds);
    isOpenLoop = true;
  }

  private void takesNoMore(double with, double seconds) {
    appetite = Appetite.CONTENT;
    isStarved = false;
    isDoubtful = false;
    need.found(with);
    askAt = seconds + askPause;
    askPause = StrictMath.min(LONGEST_PAUSE_SECONDS, 2 * askPause);
  }

  /** Nobody is limited any more: what it takes less is what it wants less. */
  void limitsAreOff() {
    need.letSink();
  }

  /** That it was content is worth nothing any more. */
  void forget() {
    if (isContent()) {
      appetite = Appetite.UNKNOWN;
      isOpenLoop = false;
      askPause = FIRST_PAUSE_SECONDS;
    }
  }

  /** The same under limits: who was hungry not long ago is asked again soon. */
  void seemsContent(double with, double seconds) {
    boolean wasHungry = isHungry();
    takesNoMore(with, seconds);
    need.keep();
    if (wasHungry) {
      isDoubtful = true;
      askAt = StrictMath.min(askAt, seconds + DOUBT_SECONDS);
    }
  }

  /**
   * A content one that is due to be asked is unknown then, but who is content under limits only.
   */
  void wonder(double seconds) {
    if (isContent() && !isKeptOut && seconds > askAt) {
      appetite = Appetite.UNKNOWN;
    }
  }

  /** The same for one who was hungry before it seemed content. */
  void wonderAgain(double seconds) {
    if (isDoubtful) {
      wonder(seconds);
    }
  }

  /**
   * Follows what a content one needs; returns whether it wants something else now.
   *
   * @param takes at least, and {@code recently}: I/Os per second
   * @param isFree whether neither it nor others are limited, as far as that matters to it
   */
  boolean follow(double takes, double recently, boolean isFree, double latency, double length) {
    if (!isContent() || !need.follow(takes, recently, isFree, latency, length)) {
      return false;
    }
    forget();
    return true;
  }
}
