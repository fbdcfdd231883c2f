package io.oasis.brick.discipline;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Earliest deadline first; as {@code edf} it waits with an I/O as long as its deadline allows, as
 * {@code edf-wc} it does not.
 *
 * <p>Law: the deadline of an I/O is its arrival plus its session's latency. The earliest goes
 * first. Without work conservation it goes when no more than the time an I/O takes at the device is
 * left, so that an I/O with a nearer deadline which comes later still finds the device free.
 * Promised 100 ms on a device that takes 10, an I/O waits 90 and completes at 100.
 *
 * <p>The time at the device is a moving average over about sixteen I/Os, so about as many I/Os are
 * a little early as are late.
 *
 * <p>Source: the isolation study, section 2. By Little's law a session with n outstanding that is
 * promised L gets n / L I/Os a second when the device can do it.
 */
class Edf extends Queues<Edf.Deadlines> {
  /** Of a new time in the average; chosen: calm with sixteen I/Os, and soon up to date. */
  static final double WEIGHT = 1.0 / 16;

  private final Heap<Deadlines> heap = new Heap<>();
  private final boolean waits;
  private double serviceNanos;

  static final class Deadlines extends SessionQueue {
    final Slot<Deadlines> slot = new Slot<>(this);

    /** Moving average of what this session's I/Os take at the device. */
    double deviceNanos;

    /** Promised to those that wait. */
    long latencyNanos;

    Deadlines(Session session) {
      super(session);
      latencyNanos = session.terms().latencyNanos();
    }
  }

  Edf(int depth, int outstanding, boolean waits) {
    super(depth, outstanding);
    this.waits = waits;
  }

  @Override
  Deadlines open(Session session, long now) {
    return new Deadlines(session);
  }

  @Override
  void queued(Deadlines queue, Io io, long now) {
    io.tag = (double) now + queue.latencyNanos;
    if (queue.size() == 1) {
      heap.put(queue.slot, io.tag);
    }
  }

  @Override
  public void changed(Session session, long now) {
    Deadlines queue = queueOf(session);
    long later = session.terms().latencyNanos() - queue.latencyNanos;
    queue.latencyNanos += later;
    Io head = queue.peek();
    for (Io io = head; io != null; io = io.following) {
      io.tag += later;
    }
    if (head != null) {
      heap.put(queue.slot, head.tag);
    }
  }

  @Override
  @Nullable Io choose(long now) {
    if (waits && now < release()) {
      return null;
    }
    Deadlines queue = heap.top().owner;
    Io io = queue.poll();
    Io head = queue.peek();
    if (head == null) {
      heap.remove(queue.slot);
    } else {
      heap.put(queue.slot, head.tag);
    }
    return io;
  }

  @Override
  void completed(Io io, long now) {
    double took = (double) now - io.dispatchedNanos;
    serviceNanos += WEIGHT * (took - serviceNanos);
  }

  @Override
  public long wakeNanos() {
    return !waits || queued() == 0 || isFull() ? NEVER : (long) Math.ceil(release());
  }

  @Override
  public void drain(Consumer<Io> to) {
    for (Deadlines queue : joined()) {
      heap.remove(queue.slot);
    }
    super.drain(to);
  }

  private double release() {
    return heap.topKey() - serviceNanos;
  }
}
