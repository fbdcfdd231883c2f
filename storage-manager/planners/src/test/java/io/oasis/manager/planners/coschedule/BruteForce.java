package io.oasis.manager.planners.coschedule;

/** Tries every place of every box: slow, and so simple that it can judge the others. */
final class BruteForce {
  private final Packing packing;

  /** Taken servers of each tick: how many, and where they must be neighbours also which. */
  private final int[] used;

  private final long[] rows;

  private BruteForce(Packing packing) {
    this.packing = packing;
    this.used = new int[packing.ticks()];
    this.rows = new long[packing.ticks()];
  }

  static boolean fits(Packing packing) {
    return new BruteForce(packing).fits(0);
  }

  private boolean fits(int index) {
    if (index == packing.boxes().size()) {
      return true;
    }
    Box box = packing.boxes().get(index);
    boolean free = packing.geometry() == Geometry.FREE;
    int firsts = free ? 1 : packing.servers() - box.servers() + 1;
    for (int start = 0; start + box.ticks() <= packing.ticks(); start++) {
      for (int first = 0; first < firsts; first++) {
        long mask = free ? 0 : ((1L << box.servers()) - 1) << first;
        if (isFree(box, start, mask)) {
          put(box, start, mask, 1);
          boolean fits = fits(index + 1);
          put(box, start, mask, -1);
          if (fits) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isFree(Box box, int start, long mask) {
    for (int tick = start; tick < start + box.ticks(); tick++) {
      if (used[tick] + box.servers() > packing.servers() || (rows[tick] & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  private void put(Box box, int start, long mask, int times) {
    for (int tick = start; tick < start + box.ticks(); tick++) {
      used[tick] += times * box.servers();
      rows[tick] ^= mask;
    }
  }
}
