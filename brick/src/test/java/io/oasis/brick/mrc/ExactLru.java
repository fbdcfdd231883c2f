package io.oasis.brick.mrc;

import java.util.HashMap;
import java.util.Map;

/** The oracle: exact stack distances of every reference, with memory for each (a Fenwick tree). */
final class ExactLru {
  private final int[] tree;
  private final long[] referencesAtDistance;
  private final Map<Long, Integer> last = new HashMap<>();
  private int time;

  ExactLru(int references) {
    tree = new int[references + 2];
    referencesAtDistance = new long[references + 2];
  }

  void reference(long block) {
    time++;
    Integer before = last.put(block, time);
    if (before != null) {
      int distance = last.size() - upTo(before) + 1;
      referencesAtDistance[distance]++;
      add(before, -1);
    }
    add(time, 1);
  }

  int footprint() {
    return last.size();
  }

  /** Miss ratios at {@code steps} equal steps up to the footprint; the first is at size 0. */
  double[] missRatios(int steps) {
    double[] missRatios = new double[steps + 1];
    long hits = 0;
    int distance = 0;
    for (int step = 0; step <= steps; step++) {
      long most = (long) footprint() * step / steps;
      while (distance < most) {
        hits += referencesAtDistance[++distance];
      }
      missRatios[step] = 1 - (double) hits / time;
    }
    return missRatios;
  }

  private void add(int at, int value) {
    for (int i = at; i < tree.length; i += i & -i) {
      tree[i] += value;
    }
  }

  private int upTo(int at) {
    int sum = 0;
    for (int i = at; i > 0; i -= i & -i) {
      sum += tree[i];
    }
    return sum;
  }
}
