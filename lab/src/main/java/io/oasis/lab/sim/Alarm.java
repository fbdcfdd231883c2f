package io.oasis.lab.sim;

/** Something that has one time on the timeline at most: setting it anew takes back the former. */
public final class Alarm {
  /** No time. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Timeline time;
  private final Runnable action;
  private long at = NEVER;

  public Alarm(Timeline time, Runnable action) {
    this.time = time;
    this.action = action;
  }

  public void set(long nanos) {
    if (nanos == at) {
      return;
    }
    at = nanos;
    if (nanos != NEVER) {
      time.at(nanos, () -> ring(nanos));
    }
  }

  /** Not later than it is set already. */
  public void setAtLatest(long nanos) {
    set(StrictMath.min(nanos, at));
  }

  private void ring(long nanos) {
    if (at == nanos) {
      at = NEVER;
      action.run();
    }
  }
}
