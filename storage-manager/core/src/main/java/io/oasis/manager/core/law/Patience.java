package io.oasis.manager.core.law;

/**
 * When somebody may be asked next. A question costs those who are cut; after one that nobody gained
 * by the next waits, longer each time, up to ten minutes: unless somebody comes or wants something
 * else, or the device is another one by its latency.
 */
final class Patience {
  /** First pause between two questions, in seconds. */
  private static final double FIRST_SECONDS = 2;

  /** After an answer, what comes to nothing is tried again after so long at first, in seconds. */
  private static final double ANSWERED_SECONDS = 60;

  /** Each refusal makes the next pause so many times as long, while nothing changes. */
  private static final double FACTOR = 2;

  /** The same after one that was overtaken: who comes and goes does so again. */
  private static final double OVERTAKEN_FACTOR = 4;

  /** The longest of these pauses, in seconds: one turn of a limit in ten minutes is calm. */
  private static final double LONGEST_SECONDS = 600;

  /** Pause after a question that was overtaken by events, in seconds. */
  private static final double OVERTAKEN_SECONDS = 1;

  /** Latency that is so many times what it was at the last refusal is another device's, ... */
  private static final double OTHER_LATENCY = 1.5;

  /** ... in each interval of so many seconds without limits. */
  private static final double OTHER_SECONDS = 2;

  private final Situation at;
  private double askAt;
  private double answeredPause = FIRST_SECONDS;
  private double refusedPause = FIRST_SECONDS;
  private double overtakenPause = OVERTAKEN_SECONDS;
  private double refusedLatency;

  Patience(Situation at) {
    this.at = at;
  }

  boolean isOver() {
    return at.seconds() >= askAt;
  }

  /** When it is over, in seconds. */
  double until() {
    return askAt;
  }

  /** Ends the pause when what was learned holds no more. */
  void follow() {
    if (at.hasChanged() || isOtherDevice()) {
      begin();
      askAt = StrictMath.min(askAt, at.seconds());
    }
  }

  /** What was learned of appetites holds for a device that is as quick as it was. */
  private boolean isOtherDevice() {
    double from = at.seconds() - OTHER_SECONDS;
    if (refusedLatency <= 0 || at.isLimited() || from < at.freedAt() + 1) {
      return false;
    }
    double latency = at.history.leastLatency(at.history.span(from, at.seconds()));
    if (latency == Double.POSITIVE_INFINITY || latency < OTHER_LATENCY * refusedLatency) {
      return false;
    }
    refusedLatency = latency;
    at.takers().forEach(taker -> taker.wish.forget());
    at.note("the latency is another one: asks again");
    return true;
  }

  void overtaken() {
    askAt = at.seconds() + overtakenPause;
    overtakenPause = StrictMath.min(LONGEST_SECONDS, OVERTAKEN_FACTOR * overtakenPause);
  }

  /** Something came to nothing that may well do otherwise the next time. */
  void refused() {
    askAt = at.seconds() + refusedPause;
    refusedPause = StrictMath.min(LONGEST_SECONDS, FACTOR * refusedPause);
  }

  /**
   * A question was answered: nobody gains, at this latency in seconds. Asking costs those who are
   * cut, and content ones stay so: after a second answer the pause is the longest.
   *
   * @param times as long a pause as otherwise
   */
  void answered(int times, double latency) {
    askAt = at.seconds() + times * answeredPause;
    answeredPause = LONGEST_SECONDS;
    refusedPause = StrictMath.max(refusedPause, ANSWERED_SECONDS);
    refusedLatency = StrictMath.max(refusedLatency, latency);
  }

  /** Limits are of use, or nothing is as it was: pauses are short again. */
  void begin() {
    answeredPause = FIRST_SECONDS;
    refusedPause = FIRST_SECONDS;
    overtakenPause = OVERTAKEN_SECONDS;
  }

  /** Somebody gained: nothing was refused. */
  void proven() {
    begin();
    refusedLatency = 0;
  }
}
