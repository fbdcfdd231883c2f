package io.oasis.brick.discipline;

import java.util.function.Consumer;

/**
 * Start-time fair queuing with depth D.
 *
 * <p>Law: an I/O of cost c of a session with share s gets the start tag S = max(V, F) and the
 * finish tag S + c / s, where F is the finish tag of the session's I/O before it and V the virtual
 * time. The smallest start tag goes first, at most D at a time. V is the start tag of the last I/O
 * that went. With shares 3 and 1 and unit costs the start tags are 0, 1/3, 2/3, 1, ... and 0, 1,
 * ...: three go for one.
 *
 * <p>What D costs: an application with one outstanding I/O is fully served only if its next I/O is
 * back before V has moved on, which a small D gives and a large D does not.
 *
 * <p>Source: the isolation study, section 2, after Goyal and Jin; its virtual time, the larger of
 * the start tag last dispatched and the finish tag last served, belongs to {@link CostModel.Study}.
 * Only the head of each session is in the heap.
 */
final class Sfq extends Queues<Sfq.Tagged> {
  private final Heap<Tagged> heap = new Heap<>();
  private final CostModel costs;
  private double virtualTime;

  static final class Tagged extends SessionQueue {
    final Slot<Tagged> slot = new Slot<>(this);
    double finish;

    Tagged(Session session) {
      super(session);
    }
  }

  Sfq(int depth, int outstanding, CostModel costs) {
    super(depth, outstanding);
    this.costs = costs;
  }

  @Override
  Tagged open(Session session, long now) {
    Tagged queue = new Tagged(session);
    queue.finish = virtualTime;
    return queue;
  }

  @Override
  void queued(Tagged queue, Io io, long now) {
    io.cost = costs.costOf(io);
    io.tag = Math.max(virtualTime, queue.finish);
    queue.finish = io.tag + io.cost / queue.session.terms().share();
    if (queue.size() == 1) {
      heap.put(queue.slot, io.tag);
    }
  }

  /** What waits is tagged again, so that a new share counts at once and not after the queue. */
  @Override
  public void changed(Session session, long now) {
    Tagged queue = queueOf(session);
    Io io = queue.peek();
    if (io == null) {
      return;
    }
    double finish = io.tag;
    for (; io != null; io = io.following) {
      io.tag = Math.max(virtualTime, finish);
      finish = io.tag + io.cost / session.terms().share();
    }
    queue.finish = finish;
  }

  @Override
  Io choose(long now) {
    Tagged queue = heap.top().owner;
    Io io = queue.poll();
    virtualTime = Math.max(virtualTime, io.tag);
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
    costs.observe(io, now);
    if (costs.servedMovesTime()) {
      virtualTime = Math.max(virtualTime, io.tag + io.cost / io.session().terms().share());
    }
  }

  @Override
  public void drain(Consumer<Io> to) {
    for (Tagged queue : joined()) {
      heap.remove(queue.slot);
    }
    super.drain(to);
  }
}
