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
  private final Moments latencies = new Moments();

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
    long issued = time.now();
    target.submit(
        pattern.next(),
        () -> {
          completed.add(time.now());
          latencies.add(time.now() - issued);
          issue();
        });
  }

  /** Requests answered per second. */
  public double perSecond(double from, double to) {
    return (completed.before(nanos(to)) - completed.before(nanos(from))) / (to - from);
  }

  /** How long those took that were answered between these times, in the order of the answers. */
  public double[] millis(double from, double to) {
    int first = completed.before(nanos(from));
    double[] millis = new double[completed.before(nanos(to)) - first];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = latencies.at(first + i) / (double) Timeline.MILLI;
    }
    return millis;
  }

  private static long nanos(double seconds) {
    return (long) (seconds * Timeline.SECOND);
  }
}
