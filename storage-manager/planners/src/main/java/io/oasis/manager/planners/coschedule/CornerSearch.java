package io.oasis.manager.planners.coschedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The search of the paper's Figure 4: boxes are put one after the other, of each kind in the
 * heuristic's order, at each active corner; what leads nowhere is taken back, the last box first.
 * So the first schedule looked at is the heuristic's own, and then those near it. Equal boxes are
 * one kind, so exchanging them is not tried. Unlike the figure, it turns back when a box fits
 * nowhere: it would not fit later either.
 *
 * <p>It ends by itself when all has been tried, which proves that there is no schedule: whatever
 * fits also fits pushed together towards the first tick (and the first server).
 */
final class CornerSearch {
  /** What is known so far. */
  enum State {
    SEARCHING,
    FOUND,
    EXHAUSTED
  }

  private final Packing packing;
  private final List<Box> kinds;
  private final int[] left;
  private int boxesLeft;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private State state = State.SEARCHING;

  /** A board, and which of its continuations are still to be tried. */
  private static final class Frame {
    final Board board;
    int kind = -1;
    List<Spot> corners = List.of();
    int next;

    Frame(Board board) {
      this.board = board;
    }

    Spot put() {
      return corners.get(next - 1);
    }
  }

  CornerSearch(Packing packing, Order order) {
    this.packing = packing;
    this.kinds = order.kinds(packing.boxes());
    this.left = new int[kinds.size()];
    for (Box box : packing.boxes()) {
      left[kinds.indexOf(box)]++;
    }
    this.boxesLeft = packing.boxes().size();
    frames.push(new Frame(Board.empty(packing)));
  }

  /**
   * Goes on.
   *
   * @param steps at most so many boxes are put or taken back
   */
  State advance(int steps) {
    for (int step = 0; step < steps && state == State.SEARCHING; step++) {
      if (boxesLeft == 0) {
        state = State.FOUND;
      } else if (frames.isEmpty()) {
        state = State.EXHAUSTED;
      } else if (!put(frames.element())) {
        frames.pop();
        takeBack();
      }
    }
    return state;
  }

  /** Puts the next box; false if all have been tried here, or one of them fits nowhere. */
  private boolean put(Frame frame) {
    if (frame.next == frame.corners.size()) {
      do {
        frame.kind++;
      } while (frame.kind < left.length && left[frame.kind] == 0);
      if (frame.kind == left.length) {
        return false;
      }
      frame.corners = frame.board.corners(kinds.get(frame.kind), Integer.MAX_VALUE);
      frame.next = 0;
      if (frame.corners.isEmpty()) {
        return false;
      }
    }
    frame.next++;
    left[frame.kind]--;
    boxesLeft--;
    frames.push(new Frame(frame.board.with(kinds.get(frame.kind), frame.put())));
    return true;
  }

  private void takeBack() {
    Frame before = frames.peek();
    if (before != null) {
      left[before.kind]++;
      boxesLeft++;
    }
  }

  /** The spots in the order of the boxes, once found. */
  Optional<List<Spot>> spots() {
    if (state != State.FOUND) {
      return Optional.empty();
    }
    List<Deque<Spot>> byKind = new ArrayList<>();
    kinds.forEach(kind -> byKind.add(new ArrayDeque<>()));
    for (Frame frame : frames) {
      if (frame.next > 0) {
        byKind.get(frame.kind).addFirst(frame.put()); // the last put comes first
      }
    }
    return Optional.of(
        packing.boxes().stream().map(box -> byKind.get(kinds.indexOf(box)).remove()).toList());
  }
}
