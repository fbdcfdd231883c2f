package io.oasis.brick.discipline;

import org.jspecify.annotations.Nullable;

/**
 * The I/Os of one session that wait, in the order of their ids, else of arrival. Disciplines extend
 * it with their state.
 */
class SessionQueue {
  /** So many go before an I/O that nobody waits for yet; more would starve it. */
  private static final int MOST_PASSING = 64;

  final Session session;
  private @Nullable Io head;
  private @Nullable Io tail;
  private int size;
  private long arrived;

  SessionQueue(Session session) {
    this.session = session;
  }

  final boolean isEmpty() {
    return head == null;
  }

  final int size() {
    return size;
  }

  final @Nullable Io peek() {
    return head;
  }

  /**
   * Puts it where its id says, or behind all that arrived before it; what nobody waits for yet
   * behind up to {@link #MOST_PASSING} that arrive later, too.
   */
  final void add(Io io) {
    arrived++;
    io.place = io.id() > 0 ? io.id() : arrived + (io.isLate() ? MOST_PASSING : 0);
    if (tail != null && tail.place > io.place) {
      insert(io);
      return;
    }
    io.following = null;
    if (tail == null) {
      head = io;
    } else {
      tail.following = io;
    }
    tail = io;
    size++;
  }

  /** The last one's place is behind it. */
  private void insert(Io io) {
    Io before = null;
    Io after = head;
    while (after != null && after.place <= io.place) {
      before = after;
      after = after.following;
    }
    io.following = after;
    if (before == null) {
      head = io;
    } else {
      before.following = io;
    }
    size++;
  }

  /** The first; the queue is not empty. */
  final Io poll() {
    Io first = head;
    if (first == null) {
      throw new IllegalStateException("the queue of " + session + " is empty");
    }
    head = first.following;
    if (head == null) {
      tail = null;
    }
    first.following = null;
    size--;
    return first;
  }
}
