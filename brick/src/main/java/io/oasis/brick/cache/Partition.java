package io.oasis.brick.cache;

/** One application's part of a cache. Its fields belong to the cache's lock. */
public final class Partition {
  static final int NONE = -1;

  final String name;
  int limitBlocks;
  int blocks;
  int dirty;

  /** Most and least recently used. */
  int newest = NONE;

  int oldest = NONE;
  long hits;
  long misses;

  Partition(String name, int limitBlocks) {
    this.name = name;
    this.limitBlocks = limitBlocks;
  }

  /**
   * What a partition is and did.
   *
   * @param hits blocks that reads found
   * @param misses blocks that reads did not find
   */
  public record Report(
      String name, long limitBytes, long usedBytes, long dirtyBytes, long hits, long misses) {
    /** Part of the blocks that were found; 0 when none was asked for. */
    public double hitRatio() {
      return hits + misses == 0 ? 0 : hits / (double) (hits + misses);
    }
  }
}
