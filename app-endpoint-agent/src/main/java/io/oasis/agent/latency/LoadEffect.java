package io.oasis.agent.latency;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * What the rate or the size of reads does to their latency, as a part to be added to its logarithm:
 * a rising function, learned.
 *
 * <p>Falling is not believed: a reader that waits for each read does fewer of them when they take
 * longer, which explains nothing. So less load than was ever seen is expected to be as fast as the
 * least that was, and of more load than was ever seen nothing is expected.
 */
final class LoadEffect {
  /** Points after which a load is known. */
  private static final float KNOWN = 120;

  /** At the beginning, half of all that there were. */
  private static final double MOSTLY = 0.5;

  /** But never fewer than these. */
  private static final double FEW = 25;

  /** Bins above all that are known about which something is believed. */
  private static final double FURTHEST = 2;

  /** Four days of seconds: older ones count less. */
  private static final float MEMORY = 345_600;

  /** After so many points it is fitted again. */
  private static final int OFTEN = 64;

  private final double leastLog2;
  private final double perOctave;
  private final float[] means;
  private final float[] weights;
  private final float[] fit;
  private final float[] trust;

  /**
   * Of so many bins, from the least load on, something is known: what the fit has further up is
   * old.
   */
  private int known;

  private float all;
  private int unfitted;

  LoadEffect(double leastLog2, double perOctave, int bins) {
    this.leastLog2 = leastLog2;
    this.perOctave = perOctave;
    means = new float[bins];
    weights = new float[bins];
    fit = new float[bins];
    trust = new float[bins];
  }

  /**
   * What is to be added at this load; empty where nothing is known of it.
   *
   * @param most what the load may be, where that is known
   */
  OptionalDouble at(double log2, double most) {
    double least = position(log2);
    double position = StrictMath.max(least, StrictMath.min(position(most), known - 1));
    int below = (int) position;
    double part = position - below;
    boolean isKnown = below + 1 < known || (below + 1 == known && part <= 0.5);
    return isKnown
        ? OptionalDouble.of(fitted(below, part) + beyond(position(most) - position))
        : OptionalDouble.empty();
  }

  /** Between two bins, or that of the last one that is known. */
  private double fitted(int below, double part) {
    return below + 1 < known ? fit[below] * (1 - part) + fit[below + 1] * part : fit[below];
  }

  /**
   * Further up it goes on as between the last two that are known, for an octave's third at most.
   */
  private double beyond(double bins) {
    return known < 2 ? 0 : (fit[known - 1] - fit[known - 2]) * StrictMath.min(bins, FURTHEST);
  }

  /** How many points that rests on. */
  double trust(double log2) {
    return trust[(int) position(log2)];
  }

  private double position(double log2) {
    return StrictMath.clamp((log2 - leastLog2) * perOctave, 0, means.length - 1);
  }

  void learn(double log2, double residual) {
    int bin = (int) StrictMath.rint(position(log2));
    weights[bin] = StrictMath.min(MEMORY, weights[bin] + 1);
    means[bin] += (float) ((residual - means[bin]) / weights[bin]);
    all = StrictMath.min(MEMORY, all + 1);
    if (++unfitted >= OFTEN) {
      unfitted = 0;
      fit();
    }
  }

  /** Everything was learned with an expectation that was so much lower. */
  void lower(double by) {
    for (int i = 0; i < means.length; i++) {
      means[i] -= (float) by;
    }
    fit();
  }

  /** The rising function next to the means: neighbours in the wrong order share theirs. */
  private void fit() {
    int bins = means.length;
    int blocks = 0;
    double enough = StrictMath.clamp(all * MOSTLY, FEW, KNOWN);
    int[] ends = new int[bins];
    double[] sums = new double[bins];
    double[] sizes = new double[bins];
    for (int i = 0; i < bins; i++) {
      if (weights[i] < enough) {
        continue;
      }
      ends[blocks] = i;
      sums[blocks] = (double) means[i] * weights[i];
      sizes[blocks++] = weights[i];
      while (blocks > 1
          && sums[blocks - 2] / sizes[blocks - 2] >= sums[blocks - 1] / sizes[blocks - 1]) {
        blocks--;
        ends[blocks - 1] = ends[blocks];
        sums[blocks - 1] += sums[blocks];
        sizes[blocks - 1] += sizes[blocks];
      }
    }
    int from = 0;
    for (int block = 0; block < blocks; block++) {
      Arrays.fill(fit, from, ends[block] + 1, (float) (sums[block] / sizes[block]));
      Arrays.fill(trust, from, ends[block] + 1, (float) sizes[block]);
      from = ends[block] + 1;
    }
    known = from;
    Arrays.fill(trust, from, bins, 0);
  }
}
