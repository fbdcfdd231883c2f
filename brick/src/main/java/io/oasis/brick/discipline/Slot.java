package io.oasis.brick.discipline;

/**
 * A place in a {@link Heap}: whoever wants to be ordered by several things has a slot for each.
 * Knows where it is, so that it can be moved and removed without being searched.
 *
 * @param <T> who is ordered
 */
final class Slot<T> {
  /** Position of what is in no heap; none in a heap is negative. */
  static final int OUT = -1;

  final T owner;
  int position = OUT;
  double key;

  /** Decides between equal keys: who came into the heap first. */
  long turn;

  Slot(T owner) {
    this.owner = owner;
  }

  boolean isIn() {
    return position != OUT;
  }
}
