package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How many servers are in use at each time; which they are does not matter. */
final class FreeBoard implements Board {
  private final int servers;
  private final int ticks;

  /** Where use changes, ascending, the first at 0. */
  private final int[] times;

  /** From each of the times to the next. */
  private final int[] used;

  private FreeBoard(int servers, int ticks, int[] times, int[] used) {
    this.servers = servers;
    this.ticks = ticks;
    this.times = times;
    this.used = used;
  }

  static FreeBoard empty(int servers, int ticks) {
    return new FreeBoard(servers, ticks, new int[] {0}, new int[] {0});
  }

  @Override
  public List<Spot> corners(Box box, int most) {
    List<Spot> corners = new ArrayList<>();
    int others = servers - box.servers();
    int end = ticks - box.ticks();
    for (int i = 0; i < times.length && times[i] <= end && corners.size() < most; i++) {
      boolean movable = i > 0 && used[i - 1] <= others;
      if (!movable && fits(i, times[i] + box.ticks(), others)) {
        corners.add(Spot.at(times[i]));
      }
    }
    return corners;
  }

  private boolean fits(int first, int end, int most) {
    for (int i = first; i < times.length && times[i] < end; i++) {
      if (used[i] > most) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Board with(Box box, Spot spot) {
    FreeBoard cut = cutAt(spot.start()).cutAt(spot.start() + box.ticks());
    int[] more = cut.used.clone();
    for (int i = 0; i < more.length; i++) {
      if (cut.times[i] >= spot.start() && cut.times[i] < spot.start() + box.ticks()) {
        more[i] += box.servers();
      }
    }
    return new FreeBoard(servers, ticks, cut.times, more);
  }

  private FreeBoard cutAt(int time) {
    int at = Arrays.binarySearch(times, time);
    if (at >= 0 || time >= ticks) {
      return this;
    }
    int insert = -at - 1;
    return new FreeBoard(
        servers, ticks, inserted(times, insert, time), inserted(used, insert, used[insert - 1]));
  }

  private static int[] inserted(int[] values, int at, int value) {
    int[] more = Arrays.copyOf(values, values.length + 1);
    System.arraycopy(values, at, more, at + 1, values.length - at);
    more[at] = value;
    return more;
  }
}
