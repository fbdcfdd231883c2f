package io.oasis.brick.mrc;

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
}
