package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The free time of each server, as gaps {@code [from, to, from, to, ...]} in ascending order. */
final class ContiguousBoard implements Board {
  private final int[][] gaps;

  private ContiguousBoard(int[][] gaps) {
    this.gaps = gaps;
  }

  static ContiguousBoard empty(int servers, int ticks) {
    int[][] gaps = new int[servers][];
    Arrays.fill(gaps, new int[] {0, ticks});
    return new ContiguousBoard(gaps);
  }

  @Override
  public List<Spot> corners(Box box, int most) {
    List<Spot> corners = new ArrayList<>();
    int last = gaps.length - box.servers();
    for (int server = 0; server <= last && corners.size() < most; server++) {
      int[] common = gaps[server];
      for (int i = 1; i < box.servers() && common.length > 0; i++) {
        common = common(common, gaps[server + i], box.ticks());
      }
      for (int i = 0; i < common.length; i += 2) {
        int start = common[i];
        int end = start + box.ticks();
        if (end <= common[i + 1] && (server == 0 || !isFree(server - 1, start, end))) {
          corners.add(new Spot(start, server));
        }
      }
    }
    return corners;
  }

  /** What two servers have in common, pieces of at least so many ticks. */
  private static int[] common(int[] a, int[] b, int least) {
    int[] both = new int[a.length + b.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      int from = StrictMath.max(a[i], b[j]);
      int to = StrictMath.min(a[i + 1], b[j + 1]);
      if (to - from >= least) {
        both[size++] = from;
        both[size++] = to;
      }
      if (a[i + 1] < b[j + 1]) {
        i += 2;
      } else {
        j += 2;
      }
    }
    return Arrays.copyOf(both, size);
  }

  private boolean isFree(int server, int from, int to) {
    int[] own = gaps[server];
    for (int i = 0; i < own.length; i += 2) {
      if (own[i] <= from && to <= own[i + 1]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Board with(Box box, Spot spot) {
    int[][] less = gaps.clone();
    for (int server = spot.server(); server < spot.server() + box.servers(); server++) {
      less[server] = without(gaps[server], spot.start(), spot.start() + box.ticks());
    }
    return new ContiguousBoard(less);
  }

  private static int[] without(int[] own, int from, int to) {
    int[] less = new int[own.length + 2];
    int size = 0;
    for (int i = 0; i < own.length; i += 2) {
      if (to <= own[i] || own[i + 1] <= from) {
        less[size++] = own[i];
        less[size++] = own[i + 1];
        continue;
      }
      if (own[i] < from) {
        less[size++] = own[i];
        less[size++] = from;
      }
      if (to < own[i + 1]) {
        less[size++] = to;
        less[size++] = own[i + 1];
      }
    }
    return Arrays.copyOf(less, size);
  }
}
