package io.oasis.lab.zoo.device;

import io.oasis.lab.host.Io;
import org.jspecify.annotations.Nullable;

/** I/Os being served, by their end; a heap in arrays, for a run has millions. */
final class InService {
  private final long[] ends;
  private final long[] numbers;
  private final @Nullable Io[] ios;
  private int size;
  private long lastNumber;

  InService(int servers) {
    ends = new long[servers];
    numbers = new long[servers];
    ios = new Io[servers];
  }

  int size() {
    return size;
  }

  long firstEnd() {
    return ends[0];
  }

  void add(Io io, long end) {
    long number = lastNumber++;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (ends[parent] <= end) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, io, end, number);
  }

  Io takeFirst() {
    Io first = ios[0];
    if (first == null) {
      throw new IllegalStateException("nothing is being served");
    }
    size--;
    Io last = ios[size];
    long end = ends[size];
    long number = numbers[size];
    ios[size] = null;
    if (size > 0 && last != null) {
      sink(last, end, number);
    }
    return first;
  }

  private void sink(Io io, long end, long number) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      int first = child + 1 < size && isBefore(child + 1, child) ? child + 1 : child;
      if (end < ends[first] || end == ends[first] && number < numbers[first]) {
        break;
      }
      move(first, at);
      at = first;
    }
    put(at, io, end, number);
  }

  private boolean isBefore(int one, int other) {
    return ends[one] < ends[other] || ends[one] == ends[other] && numbers[one] < numbers[other];
  }

  private void move(int from, int to) {
    ends[to] = ends[from];
    numbers[to] = numbers[from];
    ios[to] = ios[from];
  }

  private void put(int at, Io io, long end, long number) {
    ends[at] = end;
    numbers[at] = number;
    ios[at] = io;
  }
}
