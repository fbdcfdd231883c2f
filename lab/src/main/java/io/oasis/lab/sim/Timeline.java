package io.oasis.lab.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time: what is due happens in order of time, and at one time in the order it was planned.
 * Nanoseconds since the run began.
 *
 * <p>The plan is a heap of four branches in three arrays: a run has millions of events, and their
 * times are compared without being fetched from as many objects.
 */
public final class Timeline {
  public static final long MILLI = 1_000_000L;
  public static final long SECOND = 1_000 * MILLI;

  private static final int BRANCHES = 4;
  private static final int FIRST_ROOM = 64;

  private long[] times = new long[FIRST_ROOM];
  private long[] numbers = new long[FIRST_ROOM];
  private @Nullable Runnable[] actions = new Runnable[FIRST_ROOM];
  private int planned;
  private long now;
  private long lastNumber;
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
    if (planned == times.length) {
      times = Arrays.copyOf(times, 2 * planned);
      numbers = Arrays.copyOf(numbers, 2 * planned);
      actions = Arrays.copyOf(actions, 2 * planned);
    }
    rise(planned++, StrictMath.max(nanos, now), lastNumber++, action);
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
    while (planned > 0 && times[0] <= nanos) {
      now = times[0];
      happened++;
      removeFirst().run();
    }
    now = nanos;
  }

  private Runnable removeFirst() {
    Runnable first = action(0);
    planned--;
    long time = times[planned];
    long number = numbers[planned];
    Runnable last = action(planned);
    actions[planned] = null;
    if (planned > 0) {
      sink(time, number, last);
    }
    return first;
  }

  /** Puts an event where it belongs on the way from this place up. */
  private void rise(int from, long time, long number, Runnable action) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / BRANCHES;
      if (!isBefore(time, number, parent)) {
        break;
      }
      copy(parent, at);
      at = parent;
    }
    put(at, time, number, action);
  }

  /** Puts an event where it belongs on the way from the top down. */
  private void sink(long time, long number, Runnable action) {
    int at = 0;
    for (int child = 1; child < planned; child = BRANCHES * at + 1) {
      int first = child;
      int end = StrictMath.min(child + BRANCHES, planned);
      for (int other = child + 1; other < end; other++) {
        first = isBefore(times[other], numbers[other], first) ? other : first;
      }
      if (isBefore(time, number, first)) {
        break;
      }
      copy(first, at);
      at = first;
    }
    put(at, time, number, action);
  }

  private boolean isBefore(long time, long number, int other) {
    return time != times[other] ? time < times[other] : number < numbers[other];
  }

  private void copy(int from, int to) {
    put(to, times[from], numbers[from], action(from));
  }

  private void put(int at, long time, long number, Runnable action) {
    times[at] = time;
    numbers[at] = number;
    actions[at] = action;
  }

  private Runnable action(int at) {
    Runnable action = actions[at];
    if (action == null) {
      throw new IllegalStateException("no event at " + at);
    }
    return action;
  }
}
