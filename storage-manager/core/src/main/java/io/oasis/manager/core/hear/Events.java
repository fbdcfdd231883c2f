package io.oasis.manager.core.hear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What happened in a domain and has not been told. It adds up while nothing is decided, and all at
 * once where many limits are found in force: of very many the newest are told, and how many not.
 */
final class Events {
  /** Chosen: half of what a decision takes. */
  static final int MOST = 500;

  private final Deque<String> untold = new ArrayDeque<>();
  private long leftOut;

  void add(String event) {
    if (untold.size() >= MOST) {
      untold.removeFirst();
      leftOut++;
    }
    untold.addLast(event);
  }

  boolean isEmpty() {
    return untold.isEmpty();
  }

  /** They are told now. */
  List<String> take() {
    List<String> taken = new ArrayList<>();
    if (leftOut > 0) {
      taken.add(leftOut + " earlier events are left out");
    }
    taken.addAll(untold);
    untold.clear();
    leftOut = 0;
    return taken;
  }
}
