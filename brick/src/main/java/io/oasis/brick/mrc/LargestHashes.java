package io.oasis.brick.mrc;

import java.util.Arrays;

/** The hashes in the sample, as a heap with the largest (unsigned) on top. */
final class LargestHashes {
  /** Hashes with the sign bit turned, so that signed comparison is unsigned. */
  private final long[] heap;

  private int size;
  private boolean ordered;

  LargestHashes(int capacity) {
    heap = new long[capacity];
  }

  /** Adds a hash while there is room: no order is needed before the sample is full. */
  void add(long hash) {
    heap[size++] = hash ^ Long.MIN_VALUE;
  }

  /** Takes a hash in when there is no room, and gives up the largest of all. */
  long replaceLargest(long hash) {
    if (!ordered) {
      Arrays.sort(heap);
      for (int i = 0, j = heap.length - 1; i < j; i++, j--) {
        long swapped = heap[i];
        heap[i] = heap[j];
        heap[j] = swapped;
      }
      ordered = true;
    }
    long coming = hash ^ Long.MIN_VALUE;
    if (coming >= heap[0]) {
      return hash;
    }
    long gone = heap[0];
    siftDown(coming);
    return gone ^ Long.MIN_VALUE;
  }

  private void siftDown(long value) {
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= heap.length) {
        break;
      }
      if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= value) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
  }

  long bytes() {
    return 8L * heap.length;
  }
}
