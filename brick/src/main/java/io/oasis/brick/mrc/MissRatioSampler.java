package io.oasis.brick.mrc;

import io.oasis.protocol.Check;

/**
 * Fixed-size SHARDS with an adjustment for what the sample missed: takes references one by one,
 * answers with the miss-ratio curve at any time.
 *
 * <p>Law and limits: see the package. Not thread-safe. The same references give the same curve.
 */
public final class MissRatioSampler {
  /** Blocks in the sample: the place of a step is known to {@code 1 / sqrt} of this, 0.8 %. */
  public static final int DEFAULT_SAMPLE = 16_384;

  /** Blocks; chosen: the place of a step is then known to an eighth, and fewer say little. */
  private static final int LEAST_SAMPLE = 64;

  /** Blocks; chosen: at 41 bytes each that is 170 MB of memory. */
  private static final int MOST_SAMPLE = 1 << 22;

  /** {@code 2^64} as a double: hashes are taken as unsigned numbers below it. */
  private static final double ALL_HASHES = 0x1p64;

  private final SampledBlocks blocks;
  private final DistanceHistogram histogram = new DistanceHistogram();
  private final LargestHashes largest;

  /** Blocks with a smaller hash (unsigned) are sampled; 0 stands for 2^64, all of them. */
  private long threshold;

  private double blocksPerSample = 1;
  private double references;

  public MissRatioSampler() {
    this(DEFAULT_SAMPLE);
  }

  /**
   * @param sample blocks to keep, a power of two
   */
  public MissRatioSampler(int sample) {
    if (sample < LEAST_SAMPLE || sample > MOST_SAMPLE || Integer.bitCount(sample) != 1) {
      throw new IllegalArgumentException(
          "sample = %d: must be a power of two between %d and %d"
              .formatted(sample, LEAST_SAMPLE, MOST_SAMPLE));
    }
    blocks = new SampledBlocks(sample);
    largest = new LargestHashes(sample);
  }

  /** Takes one reference to a block, known by any number that is its own. */
  public void reference(long block) {
    references++;
    long hash = mix(block);
    if (threshold == 0 || Long.compareUnsigned(hash, threshold) < 0) {
      sampled(hash);
    }
  }

  private void sampled(long hash) {
    int others = blocks.touch(hash);
    // The sum over a block's n references of 2 n so far is n^2: its part of the sample's variance.
    double noise = 2 * blocksPerSample * (blocksPerSample - 1) * blocks.touchedCount();
    if (others >= 0) {
      histogram.add(others * blocksPerSample + 1, blocksPerSample, noise);
      return;
    }
    histogram.addCold(blocksPerSample, noise);
    if (blocks.size() <= blocks.capacity()) {
      largest.add(hash);
      return;
    }
    threshold = largest.replaceLargest(hash);
    blocks.remove(threshold);
    blocksPerSample = ALL_HASHES / unsigned(threshold);
  }

  /**
   * Weighs everything seen so far less, so that the curve follows the stream.
   *
   * @param keep part of its weight that the past keeps, between 0 and 1
   */
  public void age(double keep) {
    Check.require(keep >= 0 && keep <= 1, "keep", keep, "between 0 and 1");
    references *= keep;
    histogram.scale(keep);
    blocks.age(keep);
  }

  /** References seen, weighed by age. */
  public double references() {
    return references;
  }

  /** Different blocks seen, as far as the sample tells. */
  public double footprintBlocks() {
    return StrictMath.min(blocks.size(), blocks.capacity()) * blocksPerSample;
  }

  /** Part of all blocks that is sampled, between 0 and 1. */
  public double rate() {
    return 1 / blocksPerSample;
  }

  /**
   * The curve at {@code points} equal steps up to {@code mostBlocks}, and at 0, where all misses.
   *
   * @param mostBlocks the largest cache to ask about, 1 block or more
   * @param points 1 or more
   */
  public MissRatioCurve curve(long mostBlocks, int points) {
    if (mostBlocks < 1 || points < 1) {
      throw new IllegalArgumentException(
          "mostBlocks = %d, points = %d: both must be 1 or more".formatted(mostBlocks, points));
    }
    double[] sizes = new double[points + 1];
    double[] missRatios = new double[points + 1];
    missRatios[0] = 1;
    double lowest = 1;
    double[] hits = histogram.hitsAtSteps(mostBlocks, points, references - histogram.total());
    for (int i = 1; i <= points; i++) {
      sizes[i] = (double) mostBlocks * i / points;
      double hitRatio = references > 0 ? hits[i] / references : 0;
      lowest = StrictMath.min(lowest, 1 - StrictMath.max(0, StrictMath.min(1, hitRatio)));
      missRatios[i] = lowest;
    }
    return new MissRatioCurve(sizes, missRatios);
  }

  /** The most memory this sampler ever takes, in bytes, whatever the stream. */
  public long maxBytes() {
    return blocks.bytes() + largest.bytes() + DistanceHistogram.MOST_BYTES;
  }

  /** A bijection on 64 bits (the finaliser of SplitMix64): different blocks, different hashes. */
  private static long mix(long block) {
    long z = block + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static double unsigned(long value) {
    return (value >>> 1) * 2.0 + (value & 1);
  }
}
