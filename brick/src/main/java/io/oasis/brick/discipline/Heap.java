package io.oasis.brick.discipline;

import java.util.ArrayList;
import java.util.List;

/**
 * A binary heap of slots, smallest key first, among equals the one that came first. Putting, moving
 * and removing cost the logarithm of the size.
 */
final class Heap<T> {
  private final List<Slot<T>> slots = new ArrayList<>();
  private long turns;

  boolean isEmpty() {
    return slots.isEmpty();
  }

  /** The smallest; the heap is not empty. */
  Slot<T> top() {
    return slots.get(0);
  }

  /** The smallest key; positive infinity when empty. */
  double topKey() {
    return slots.isEmpty() ? Double.POSITIVE_INFINITY : slots.get(0).key;
  }

  /** Puts the slot in or moves it to where its new key belongs. */
  void put(Slot<T> slot, double key) {
    if (!slot.isIn()) {
      slot.key = key;
      slot.turn = turns++;
      slot.position = slots.size();
      slots.add(slot);
      up(slot);
    } else if (key != slot.key) {
      boolean smaller = key < slot.key;
      slot.key = key;
      slot.turn = turns++;
      if (smaller) {
        up(slot);
      } else {
        down(slot);
      }
    }
  }

  /** Does nothing when the slot is not in. */
  void remove(Slot<T> slot) {
    if (!slot.isIn()) {
      return;
    }
    int hole = slot.position;
    Slot<T> last = slots.remove(slots.size() - 1);
    slot.position = Slot.OUT;
    if (last != slot) {
      last.position = hole;
      slots.set(hole, last);
      up(last);
      down(last);
    }
  }

  private void up(Slot<T> slot) {
    int at = slot.position;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      Slot<T> above = slots.get(parent);
      if (!before(slot, above)) {
        break;
      }
      place(above, at);
      at = parent;
    }
    place(slot, at);
  }

  private void down(Slot<T> slot) {
    int at = slot.position;
    int size = slots.size();
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(slots.get(child + 1), slots.get(child))) {
        child++;
      }
      Slot<T> below = slots.get(child);
      if (!before(below, slot)) {
        break;
      }
      place(below, at);
      at = child;
    }
    place(slot, at);
  }

  private void place(Slot<T> slot, int at) {
    slot.position = at;
    slots.set(at, slot);
  }

  private static boolean before(Slot<?> one, Slot<?> other) {
    return one.key < other.key || (one.key == other.key && one.turn < other.turn);
  }
}
