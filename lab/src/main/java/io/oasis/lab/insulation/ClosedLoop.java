package io.oasis.lab.insulation;

import io.oasis.lab.brick.Moments;
import io.oasis.lab.sim.Timeline;

/** An application that keeps so many requests outstanding. */
public final class ClosedLoop {
  private final Timeline time;
  private final Pattern pattern;
  private final int depth;
  private final Target target;
  private final Moments completed = new Moments();

  public ClosedLoop(Timeline time, Pattern pattern, int depth, Target target) {
    this.time = time;
    this.pattern = pattern;
    this.depth = depth;
    this.target = target;
  }

  public void startAt(long nanos) {
    time.at(
        nanos,
        () -> {
          for (int i = 0; i < depth; i++) {
            issue();
          }
        });
  }

  private void issue() {
    target.submit(
        pattern.next(),
        () -> {
          completed.add(time.now());
          issue();
        });
  }

  /** Requests answered per second. */
  public double perSecond(double from, double to) {
    return (completed.before(nanos(to)) - completed.before(nanos(from))) / (to - from);
  }

  private static long nanos(double seconds) {
    return (long) (seconds * Timeline.SECOND);
  }
}
