package io.oasis.lab.host;

import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * An application that runs through its stages and counts what it gets.
 *
 * <p>A request that an open loop may not issue yet, because too many are outstanding, is issued as
 * soon as one comes back; of a periodic one's, only the first is.
 */
public final class Worker {
  private static final long MOST_NANOS = 3_600L * Timeline.SECOND;

  private final String name;
  private final Timeline time;
  private final Chance chance;
  private final List<Stage> stages;
  private final boolean repeats;
  private final Tally tally = new Tally();
  private @Nullable Histogram latencies;
  private @Nullable Port port;
  private int stage = -1;
  private long generation;
  private long position;
  private int outstanding;
  private long owed;

  public Worker(String name, Timeline time, long seed, List<Stage> stages) {
    this(name, time, seed, stages, false);
  }

  /**
   * @param repeats whether it begins with its first stage again after its last one
   */
  public Worker(String name, Timeline time, long seed, List<Stage> stages, boolean repeats) {
    this.name = name;
    this.repeats = repeats;
    this.time = time;
    this.chance = new Chance(seed, "worker " + name);
    this.stages = List.copyOf(stages);
  }

  public String name() {
    return name;
  }

  /** What it got so far. */
  public Tally tally() {
    tally.moveTo(time.now(), outstanding);
    return tally;
  }

  /** I/Os that it may not issue yet, because too many are outstanding. */
  public long owed() {
    return owed;
  }

  /** Latencies in microseconds since {@link #watchLatencies}. */
  public Histogram latencies() {
    if (latencies == null) {
      throw new IllegalStateException("nobody watches the latencies of " + name);
    }
    return latencies;
  }

  /** Keeps latencies from now on: a histogram takes 200 KB, and thousands of workers need none. */
  public void watchLatencies() {
    latencies = new Histogram(MOST_NANOS / 1_000, 3);
  }

  Port port() {
    if (port == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return port;
  }

  /** Begins with its first stage at this time. */
  public void start(Port newPort, double atSeconds) {
    port = newPort;
    time.at((long) (atSeconds * Timeline.SECOND), () -> enter(0));
  }

  private Stage current() {
    return stages.get(stage);
  }

  private void enter(int next) {
    generation++;
    owed = 0;
    if (next >= stages.size() && repeats) {
      enter(0);
      return;
    }
    if (next >= stages.size()) {
      stage = stages.size() - 1;
      return;
    }
    stage = next;
    Stage entered = current();
    position = entered.firstByte();
    if (entered.seconds() < Double.POSITIVE_INFINITY) {
      time.after((long) (entered.seconds() * Timeline.SECOND), () -> enter(next + 1));
    }
    switch (entered.arrival()) {
      case Stage.Arrival.Open open -> arrive(open, Long.MAX_VALUE);
      case Stage.Arrival.Periodic periodic -> arrive(periodic.open(), 1);
      case Stage.Arrival.Transactions some -> begin(some, generation);
      case Stage.Arrival.Scan scan -> {
        for (int thread = 0; thread < scan.threads(); thread++) {
          scan(scan.threads(), thread, 0);
        }
      }
      case Stage.Arrival.Closed closed -> {
        for (int i = outstanding; i < closed.depth(); i++) {
          issue();
        }
      }
      case Stage.Arrival.Trace trace -> replay(trace, 0, time.now(), generation);
      case Stage.Arrival.Idle() -> {}
    }
  }

  private void replay(Stage.Arrival.Trace trace, int next, long begin, long since) {
    if (next >= trace.ios().size()) {
      return;
    }
    Stage.Recorded io = trace.ios().get(next);
    time.at(
        begin + (long) (io.seconds() * Timeline.SECOND),
        () -> {
          if (since == generation) {
            port().submit(io(io.write(), false, io.offset(), io.bytes()));
            replay(trace, next + 1, begin, since);
          }
        });
  }

  private void arrive(Stage.Arrival.Open open, long mostOwed) {
    long phase = (long) (chance.even() / open.perSecond() * Timeline.SECOND);
    arriveAt(time.now() + phase, open, mostOwed, generation);
  }

  private void arriveAt(long at, Stage.Arrival.Open open, long mostOwed, long since) {
    time.at(
        at,
        () -> {
          if (since != generation) {
            return;
          }
          if (outstanding < open.mostOutstanding()) {
            issue();
          } else {
            owed = StrictMath.min(owed + 1, mostOwed);
          }
          double mean = 1 / open.perSecond();
          double gap = open.poisson() ? chance.exponential(mean) : mean;
          arriveAt(at + (long) (gap * Timeline.SECOND), open, mostOwed, since);
        });
  }

  /** At the next arrival; sessions that are busy take what is owed when they are done. */
  private void begin(Stage.Arrival.Transactions some, long since) {
    time.after(
        (long) (chance.exponential(1 / some.perSecond()) * Timeline.SECOND),
        () -> {
          if (since != generation) {
            return;
          }
          if (outstanding < some.sessions()) {
            issue();
          } else {
            owed++;
          }
          begin(some, since);
        });
  }

  /** The thread's I/O of this number, round and round. */
  private void scan(int threads, int thread, int number) {
    Stage now = current();
    long blocks = now.rangeBytes() / now.blockBytes() / threads;
    long block = thread * blocks + number % blocks;
    Io io =
        io(
            !chance.happens(now.readShare()),
            true,
            now.firstByte() + block * now.blockBytes(),
            now.blockBytes());
    io.thread = thread;
    io.step = number;
    port().submit(io);
  }

  private void issue() {
    issue(0);
  }

  private void issue(int step) {
    Stage now = current();
    boolean write = !chance.happens(now.readShare());
    boolean follows = now.sequential() >= 1 || chance.happens(now.sequential());
    Io io = io(write, follows, nextOffset(now, follows), now.blockBytes());
    io.step = step;
    port().submit(io);
  }

  private Io io(boolean write, boolean follows, long offset, int bytes) {
    tally.moveTo(time.now(), outstanding);
    outstanding++;
    return new Io(this, write, follows, offset, bytes, time.now());
  }

  private long nextOffset(Stage now, boolean follows) {
    if (!follows) {
      long blocks = now.rangeBytes() / now.blockBytes();
      position = now.firstByte() + chance.below(blocks) * now.blockBytes();
    }
    long offset = position;
    position += now.blockBytes();
    if (position + now.blockBytes() > now.firstByte() + now.rangeBytes()) {
      position = now.firstByte();
    }
    return offset;
  }

  /** One of its I/Os is done. */
  public void completed(Io io) {
    tally.moveTo(time.now(), outstanding);
    outstanding--;
    tally.completed++;
    tally.bytes += io.bytes();
    tally.servedNanos += io.servedNanos;
    tally.passedNanos += time.now() - io.passedAt;
    long took = time.now() - io.issuedAt;
    tally.latencyNanos += took;
    if (latencies != null) {
      latencies.recordValue(StrictMath.max(1, took / 1_000));
    }
    switch (current().arrival()) {
      case Stage.Arrival.Open open -> catchUp(open.mostOutstanding());
      case Stage.Arrival.Periodic periodic -> catchUp(periodic.mostOutstanding());
      case Stage.Arrival.Transactions some -> carryOn(io, some);
      case Stage.Arrival.Scan scan -> scan(scan.threads(), io.thread, io.step + 1);
      case Stage.Arrival.Closed closed -> again(closed);
      case Stage.Arrival.Trace trace -> {}
      case Stage.Arrival.Idle() -> {}
    }
  }

  private void catchUp(int mostOutstanding) {
    if (owed > 0 && outstanding < mostOutstanding) {
      owed--;
      issue();
    }
  }

  private void carryOn(Io io, Stage.Arrival.Transactions some) {
    if (io.step + 1 < some.ios()) {
      issue(io.step + 1);
    } else if (owed > 0) {
      owed--;
      issue();
    }
  }

  private void again(Stage.Arrival.Closed closed) {
    if (closed.thinkSeconds() <= 0) {
      if (outstanding < closed.depth()) {
        issue();
      }
      return;
    }
    long since = generation;
    double think = chance.exponential(closed.thinkSeconds());
    time.after(
        (long) (think * Timeline.SECOND),
        () -> {
          if (since == generation) {
            issue();
          }
        });
  }
}
