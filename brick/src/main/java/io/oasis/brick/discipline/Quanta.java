package io.oasis.brick.discipline;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time slices, not work-conserving: in its slice a session has the device to itself, also when it
 * has nothing to do.
 *
 * <p>Law: a round of {@code roundNanos} is cut in proportion to the shares. A slice begins when the
 * device has finished what its predecessor left there; the time by which the predecessor overran is
 * taken off that one's next slice. With shares 80:20 and a round of 100 ms the slices are 80 and 20
 * ms. Finding the slice of a moment is a binary search, so thousands of idle sessions cost nothing
 * but their time.
 *
 * <p>Source: the isolation study, section 2. The study does not say what happens to I/O that is
 * still at the device when the slice ends; waiting for it is what makes the use exclusive.
 */
final class Quanta extends Queues<Quanta.Slice> {
  private final double roundNanos;

  /** Slices in order of session number; end of each within a round, in nanoseconds. */
  private Slice[] slices = {};

  private double[] ends = {};
  private int current = -1;
  private long sliceEnd;

  static final class Slice extends SessionQueue {
    /** By how much it overran. */
    long debtNanos;

    Slice(Session session) {
      super(session);
    }
  }

  Quanta(int depth, int outstanding, long roundNanos) {
    super(depth, outstanding);
    this.roundNanos = roundNanos;
  }

  @Override
  Slice open(Session session, long now) {
    return new Slice(session);
  }

  @Override
  public void join(Session session, long now) {
    super.join(session, now);
    cut(now);
  }

  @Override
  public void leave(Session session, long now) {
    super.leave(session, now);
    cut(now);
  }

  @Override
  public void changed(Session session, long now) {
    cut(now);
  }

  @Override
  void queued(Slice queue, Io io, long now) {
    // Its slice comes when it comes.
  }

  @Override
  @Nullable Io choose(long now) {
    if (now >= sliceEnd) {
      if (outstanding() > 0) {
        return null;
      }
      turn(now);
    }
    Slice owner = slices[current];
    return owner.isEmpty() ? null : owner.poll();
  }

  @Override
  void completed(Io io, long now) {
    if (outstanding() == 0 && now > sliceEnd && current >= 0) {
      slices[current].debtNanos = now - sliceEnd;
      begin((current + 1) % slices.length, now);
    }
  }

  @Override
  public long wakeNanos() {
    // With something at the device, its completion is what the end of the slice waits for.
    return queued() == 0 || outstanding() > 0 ? NEVER : sliceEnd;
  }

  /** Moves to the slice that {@code now} lies in; the device is idle. */
  private void turn(long now) {
    double within = (now - sliceEnd) % roundNanos;
    double from = current == slices.length - 1 ? 0 : ends[current];
    double point = (from + within) % roundNanos;
    int found = Arrays.binarySearch(ends, point);
    int index = Math.min(found >= 0 ? found + 1 : -found - 1, slices.length - 1);
    begin(index, ends[index] - point, now);
  }

  private void begin(int index, long now) {
    begin(index, length(index), now);
  }

  private void begin(int index, double left, long now) {
    current = index;
    // A tenth is kept, so that one long I/O cannot starve its session for a round.
    double kept = Math.min(left, length(index) / 10);
    double quantum = Math.max(kept, left - slices[index].debtNanos);
    slices[index].debtNanos = 0;
    sliceEnd = now + Math.max(1, (long) quantum);
  }

  private double length(int index) {
    return ends[index] - (index == 0 ? 0 : ends[index - 1]);
  }

  private void cut(long now) {
    List<Slice> all = joined();
    slices = all.toArray(new Slice[0]);
    ends = new double[slices.length];
    double sum = 0;
    for (Slice slice : slices) {
      sum += slice.session.terms().share();
    }
    double end = 0;
    for (int i = 0; i < slices.length; i++) {
      end += roundNanos * slices[i].session.terms().share() / sum;
      ends[i] = end;
    }
    if (slices.length > 0) {
      begin(0, now);
    } else {
      current = -1;
    }
  }
}
