package io.oasis.brick.discipline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all disciplines have: a queue per session, the number outstanding and the depth that bounds
 * it. They differ in {@link #queued}, {@link #choose} and what they do afterwards.
 */
abstract class Queues<Q extends SessionQueue> implements Discipline {
  private final List<@Nullable Q> queues = new ArrayList<>();
  private final int depth;
  private int queued;
  private int outstanding;

  /**
   * @param depth most I/Os at the device
   * @param outstanding I/Os that the discipline before this one has at the device
   */
  Queues(int depth, int outstanding) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth must be >= 1, was " + depth);
    }
    this.depth = depth;
    this.outstanding = outstanding;
  }

  abstract Q open(Session session, long now);

  /** The queue's last I/O has just been added. */
  abstract void queued(Q queue, Io io, long now);

  /** Takes the I/O that goes now out of its queue; there is room at the device. */
  abstract @Nullable Io choose(long now);

  /** Room at the device, as the discipline sees it now. */
  int depth() {
    return depth;
  }

  final Q queueOf(Session session) {
    return queueNumbered(session.number());
  }

  final Q queueNumbered(int number) {
    Q queue = number < queues.size() ? queues.get(number) : null;
    if (queue == null) {
      throw new IllegalArgumentException("session number " + number + " has not joined");
    }
    return queue;
  }

  /** All that have joined, by number. */
  final List<Q> joined() {
    List<Q> all = new ArrayList<>();
    for (Q queue : queues) {
      if (queue != null) {
        all.add(queue);
      }
    }
    return all;
  }

  @Override
  public void join(Session session, long now) {
    while (queues.size() <= session.number()) {
      queues.add(null);
    }
    if (queues.get(session.number()) != null) {
      throw new IllegalArgumentException("session " + session + " has joined already");
    }
    queues.set(session.number(), open(session, now));
  }

  @Override
  public void leave(Session session, long now) {
    if (!queueOf(session).isEmpty()) {
      throw new IllegalStateException("session " + session + " has I/O waiting");
    }
    queues.set(session.number(), null);
  }

  @Override
  public void changed(Session session, long now) {}

  @Override
  public final void arrive(Io io, long now) {
    Q queue = queueOf(io.session());
    io.arrived(now);
    queue.add(io);
    queued++;
    queued(queue, io, now);
  }

  @Override
  public final @Nullable Io next(long now) {
    if (queued == 0 || outstanding >= depth()) {
      return null;
    }
    Io io = choose(now);
    if (io != null) {
      io.dispatchedNanos = now;
      io.dispatcher = this;
      queued--;
      outstanding++;
    }
    return io;
  }

  /** What this discipline dispatched is done and no longer counted as outstanding. */
  void completed(Io io, long now) {}

  @Override
  public final void complete(Io io, long now) {
    outstanding--;
    if (equals(io.dispatcher)) {
      completed(io, now);
    }
  }

  @Override
  public long wakeNanos() {
    return NEVER;
  }

  @Override
  public final int queued() {
    return queued;
  }

  @Override
  public final int outstanding() {
    return outstanding;
  }

  /** True when only a completion can let the next I/O go. */
  final boolean isFull() {
    return outstanding >= depth();
  }

  @Override
  public void drain(Consumer<Io> to) {
    for (Q queue : queues) {
      while (queue != null && !queue.isEmpty()) {
        to.accept(queue.poll());
        queued--;
      }
    }
  }
}
