package io.oasis.brick.mrc;

import java.util.Arrays;

/**
 * The part of references that would miss, by cache size in blocks: a staircase that never rises.
 */
public final class MissRatioCurve {
  private final double[] sizesBlocks;
  private final double[] missRatios;

  /** Sizes rise from 0. */
  MissRatioCurve(double[] sizesBlocks, double[] missRatios) {
    this.sizesBlocks = sizesBlocks;
    this.missRatios = missRatios;
  }

  public int points() {
    return sizesBlocks.length;
  }

  public double sizeBlocks(int point) {
    return sizesBlocks[point];
  }

  public double missRatio(int point) {
    return missRatios[point];
  }

  /** The miss ratio of the largest point that is not larger than the cache: never too hopeful. */
  public double missRatioAt(double cacheBlocks) {
    if (!(cacheBlocks >= 0)) {
      throw new IllegalArgumentException("cacheBlocks = " + cacheBlocks + ": must be 0 or more");
    }
    int found = Arrays.binarySearch(sizesBlocks, cacheBlocks);
    return missRatios[found >= 0 ? found : -found - 2];
  }
}
