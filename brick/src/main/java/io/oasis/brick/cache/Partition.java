package io.oasis.brick.cache;

import io.oasis.brick.mrc.MissRatioCurve;
import io.oasis.brick.mrc.MissRatioSampler;
import java.util.ArrayList;
import java.util.List;

/** One application's part of a cache. Its fields belong to the cache's lock. */
public final class Partition {
  static final int NONE = -1;

  /** From here on the past counts half, so that the curve follows what is read. */
  private static final double MOST_REFERENCES = 1 << 20;

  private static final double AGEING = 0.5;

  /** A curve is believed once each block was read so often on average. */
  private static final double KNOWN_TIMES = 3;

  final String name;
  int limitBlocks;
  int blocks;
  int dirty;

  /** Most and least recently used. */
  int newest = NONE;

  int oldest = NONE;
  long hits;
  long misses;

  /** What reads would find in a partition of any size. */
  private final MissRatioSampler sampler = new MissRatioSampler();

  Partition(String name, int limitBlocks) {
    this.name = name;
    this.limitBlocks = limitBlocks;
  }

  /** A read asked for a block, found or not. */
  void reference(long key) {
    sampler.reference(key);
    if (sampler.references() >= MOST_REFERENCES) {
      sampler.age(AGEING);
    }
  }

  /**
   * Part of reads that partitions of these sizes would have answered; empty while most of what was
   * read was read for the first time.
   */
  List<Point> curve(long mostBlocks, int points) {
    if (sampler.references() < KNOWN_TIMES * sampler.footprintBlocks() || mostBlocks < points) {
      return List.of();
    }
    MissRatioCurve curve = sampler.curve(mostBlocks, points);
    List<Point> found = new ArrayList<>();
    for (int i = 1; i < curve.points(); i++) {
      long bytes = (long) curve.sizeBlocks(i) * BlockTable.BLOCK_BYTES;
      found.add(new Point(bytes, 1 - curve.missRatio(i)));
    }
    return found;
  }

  /** A partition of this size would hit this often. */
  public record Point(long bytes, double hitRatio) {}

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
