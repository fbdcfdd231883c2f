package io.oasis.agent.latency.evaluate;

/** Counts what a detector tells: alarms, and the hours in which there was one. */
final class Alarms {
  private static final int HOUR = 3_600;

  /** Told again after so many seconds, it is another alarm. */
  private static final int SILENCE = HOUR;

  private long last = -SILENCE;
  private long hour = -1;
  private int count;
  private int hours;

  void told(long second) {
    count += second - last >= SILENCE ? 1 : 0;
    hours += second / HOUR > hour ? 1 : 0;
    last = second;
    hour = second / HOUR;
  }

  int count() {
    return count;
  }

  int hours() {
    return hours;
  }
}
