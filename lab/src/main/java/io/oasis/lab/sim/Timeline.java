package io.oasis.lab.sim;

import java.util.PriorityQueue;

/**
 * Virtual time: what is due happens in order of time, and at one time in the order it was planned.
 * Nanoseconds since the run began.
 */
public final class Timeline {
  public static final long MILLI = 1_000_000L;
  public static final long SECOND = 1_000 * MILLI;

  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> due = new PriorityQueue<>();
  private long now;
  private long numbers;
  private long happened;

  public long now() {
    return now;
  }

  /** Seconds since the run began. */
  public double seconds() {
    return now / (double) SECOND;
  }

  /** How many events have happened. */
  public long happened() {
    return happened;
  }

  /** Plans something; what is planned for the past happens now. */
  public void at(long nanos, Runnable action) {
    due.add(new Event(StrictMath.max(nanos, now), numbers++, action));
  }

  public void after(long delayNanos, Runnable action) {
    at(now + delayNanos, action);
  }

  /** Repeats an action from a time on, at a fixed distance. */
  public void every(long firstNanos, long distanceNanos, Runnable action) {
    at(
        firstNanos,
        () -> {
          action.run();
          every(firstNanos + distanceNanos, distanceNanos, action);
        });
  }

  /** Lets happen all that is due until this time, and stops there. */
  public void runUntil(long nanos) {
    for (Event next = due.peek(); next != null && next.at <= nanos; next = due.peek()) {
      due.poll();
      now = next.at;
      happened++;
      next.action.run();
    }
    now = nanos;
  }
}
