package io.oasis.brick.discipline;

import java.util.ArrayList;
import java.util.List;

/**
 * The moving averages of recent throughput by which zygaria finds the lowest.
 *
 * <p>Law: time is cut in buckets of a quarter second; T = sum over the last 20 buckets of b_i
 * alpha^i, b_0 being the present one and alpha 0.9 (Zygaria, sections 4.2 and 5).
 *
 * <p>All T shrink by alpha from bucket to bucket, which changes no order. So what is kept is W = T
 * / alpha^k, k counted from a base: it changes only when something is added and when the
 * twenty-first bucket falls out, and the lowest can stand at the top of a heap. Each level that was
 * added to in a bucket is noted there and looked at once when that bucket falls out; that is at
 * most one look per I/O, whatever the number of sessions. Every {@link #REBASE} buckets the base
 * moves up and all W are multiplied by the same factor.
 */
final class Levels {
  /** Decay from one bucket to the next (Zygaria, section 5). */
  static final double ALPHA = 0.9;

  /** Of the window of five seconds (Zygaria, section 4.2). */
  static final int BUCKETS = 20;

  /** Length of a bucket: a quarter of a second (Zygaria, section 4.2). */
  private static final long BUCKET_NANOS = 250_000_000L;

  /** 0.9^-1000 is 6e45: far inside what a double can tell apart. */
  private static final long REBASE = 1000;

  private final List<List<Level>> notes = new ArrayList<>();
  private final List<Level> all = new ArrayList<>();
  private long bucket = Long.MIN_VALUE;
  private long base;
  private double scale = 1;

  /** One session's or pool's average, and the heap in which it is ordered. */
  static final class Level {
    private final double[] counts = new double[BUCKETS];
    private final Slot<?> slot;
    private Runnable moved;
    private double weighted;

    private Level(Slot<?> slot, Runnable moved) {
      this.slot = slot;
      this.moved = moved;
    }

    /** W: comparable with that of other levels of the same moment. */
    double weighted() {
      return weighted;
    }
  }

  Levels() {
    for (int i = 0; i < BUCKETS; i++) {
      notes.add(new ArrayList<>());
    }
  }

  /**
   * @param moved called when the level has changed other than by {@link #add}
   */
  Level open(Slot<?> slot, Runnable moved) {
    Level level = new Level(slot, moved);
    all.add(level);
    return level;
  }

  void close(Level level) {
    all.remove(level);
    level.moved = () -> {};
  }

  /** Goes on to the bucket of {@code now}. */
  void advance(long now) {
    long next = Math.floorDiv(now, BUCKET_NANOS);
    if (bucket == Long.MIN_VALUE) {
      bucket = next;
      base = next;
    }
    if (next == bucket) {
      return;
    }
    long steps = Math.min(next - bucket, BUCKETS);
    for (long old = bucket + 1; old <= bucket + steps; old++) {
      expire(old - BUCKETS);
    }
    bucket = next;
    if (bucket - base > REBASE) {
      rebase();
    }
    scale = Math.pow(ALPHA, -(double) (bucket - base));
  }

  void add(Level level, double tokens) {
    int index = (int) Math.floorMod(bucket, (long) BUCKETS);
    if (level.counts[index] == 0) {
      notes.get(index).add(level);
    }
    level.counts[index] += tokens;
    level.weighted += tokens * scale;
  }

  private void expire(long old) {
    int index = (int) Math.floorMod(old, (long) BUCKETS);
    double weight = Math.pow(ALPHA, -(double) (old - base));
    List<Level> noted = notes.get(index);
    for (Level level : noted) {
      double left = level.weighted - level.counts[index] * weight;
      level.counts[index] = 0;
      level.weighted = isIdle(level) ? 0 : Math.max(left, 0);
      level.moved.run();
    }
    noted.clear();
  }

  private static boolean isIdle(Level level) {
    for (double count : level.counts) {
      if (count != 0) {
        return false;
      }
    }
    return true;
  }

  private void rebase() {
    double factor = Math.pow(ALPHA, bucket - base);
    for (Level level : all) {
      level.weighted *= factor;
      if (level.slot.isIn()) {
        level.slot.key = level.weighted;
      }
    }
    base = bucket;
  }
}
