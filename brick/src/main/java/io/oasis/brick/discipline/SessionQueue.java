package io.oasis.brick.discipline;

import org.jspecify.annotations.Nullable;

/**
 * The I/Os of one session that wait, in order of arrival. Disciplines extend it with their state.
 */
class SessionQueue {
  final Session session;
  private @Nullable Io head;
  private @Nullable Io tail;
  private int size;

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

  final void add(Io io) {
    io.following = null;
    if (tail == null) {
      head = io;
    } else {
      tail.following = io;
    }
    tail = io;
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
