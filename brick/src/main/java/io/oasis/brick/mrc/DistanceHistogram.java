package io.oasis.brick.mrc;

/**
 * Weights of stack distances: exact to one block below {@value #ROW}, then 512 buckets to each
 * doubling, so that a distance is known to 0.1 % of itself either way.
 */
final class DistanceHistogram {
  /** Blocks; chosen: twice as many would halve the error of 0.1 %, and double the memory. */
  static final int ROW = 1024;

  /** Bits of a distance within the first row. */
  private static final int ROW_LOG = 10;

  /** Distances up to 2^40 blocks; whatever is farther counts as that far. */
  private static final int OCTAVES = 31;

  /** In blocks: the last that the highest octave has. */
  private static final long FARTHEST = (1L << 40) - 1;

  /** More is missing than the sample's own luck explains: hot blocks that are not in it. */
  private static final double MOST_DEVIATIONS = 3;

  /** With every octave in use. */
  static final long MOST_BYTES = 16L * (ROW + (OCTAVES - 1) * ROW / 2);

  /** Octave 0 has the distances 0 to 1023, octave k those from 2^(9+k); made when first needed. */
  private final double[][] octaves = new double[OCTAVES][];

  /** The part of each distance in the variance of the total, in the same rows. */
  private final double[][] noises = new double[OCTAVES][];

  private double total;
  private double totalNoise;

  /**
   * @param weight references that this one stands for
   * @param noise its covariance with the total: all of them add up to the variance of the total
   */
  void add(double distance, double weight, double noise) {
    long whole = StrictMath.min(FARTHEST, (long) (distance + 0.5));
    int octave = octaveOf(whole);
    double[] buckets = octaves[octave];
    if (buckets == null) {
      buckets = new double[octave == 0 ? ROW : ROW / 2];
      octaves[octave] = buckets;
      noises[octave] = new double[buckets.length];
    }
    int bucket = bucketOf(whole, octave);
    buckets[bucket] += weight;
    noises[octave][bucket] += noise;
    total += weight;
    totalNoise += noise;
  }

  /** A first reference: it misses in every cache. */
  void addCold(double weight, double noise) {
    total += weight;
    totalNoise += noise;
  }

  double total() {
    return total;
  }

  void scale(double factor) {
    total *= factor;
    totalNoise *= factor;
    for (int octave = 0; octave < OCTAVES; octave++) {
      for (int i = 0; octaves[octave] != null && i < octaves[octave].length; i++) {
        octaves[octave][i] *= factor;
        noises[octave][i] *= factor;
      }
    }
  }

  /**
   * Weight of all distances of at most {@code most * i / points}, for each i from 0.
   *
   * @param missing references that the sample does not account for
   */
  double[] hitsAtSteps(long most, int points, double missing) {
    boolean unseen = missing > MOST_DEVIATIONS * StrictMath.sqrt(totalNoise);
    double missingPerNoise = unseen || totalNoise == 0 ? 0 : missing / totalNoise;
    double[] hits = new double[points + 1];
    int step = 1;
    double below = unseen ? missing : 0;
    for (int octave = 0; octave < OCTAVES && step <= points; octave++) {
      double[] buckets = octaves[octave];
      for (int i = 0; buckets != null && i < buckets.length && step <= points; i++) {
        if (buckets[i] == 0) {
          continue;
        }
        double middle = middleOf(octave, i);
        while (step <= points && (double) most * step / points < middle) {
          hits[step++] = below;
        }
        below += buckets[i] + noises[octave][i] * missingPerNoise;
      }
    }
    while (step <= points) {
      hits[step++] = below;
    }
    return hits;
  }

  private static int octaveOf(long whole) {
    return StrictMath.max(0, 64 - Long.numberOfLeadingZeros(whole) - ROW_LOG);
  }

  /** Above octave 0 the highest bit is always set, and left out. */
  private static int bucketOf(long whole, int octave) {
    return (int) (whole >>> octave) - (octave == 0 ? 0 : ROW / 2);
  }

  private static double middleOf(int octave, int bucket) {
    long lowest = octave == 0 ? bucket : (long) (bucket + ROW / 2) << octave;
    return lowest + ((1L << octave) - 1) / 2.0;
  }
}
