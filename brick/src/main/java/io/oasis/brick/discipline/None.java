package io.oasis.brick.discipline;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** First come, first served, at most the depth at a time: no isolation at all. The floor. */
final class None extends Queues<SessionQueue> {
  /** Whose I/O came, in order; one entry per waiting I/O. */
  private final Queue<SessionQueue> order = new ArrayDeque<>();

  None(int depth, int outstanding) {
    super(depth, outstanding);
  }

  @Override
  SessionQueue open(Session session, long now) {
    return new SessionQueue(session);
  }

  @Override
  void queued(SessionQueue queue, Io io, long now) {
    order.add(queue);
  }

  @Override
  @Nullable Io choose(long now) {
    return order.remove().poll();
  }
}
