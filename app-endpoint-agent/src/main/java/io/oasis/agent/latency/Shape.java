package io.oasis.agent.latency;

import java.util.Arrays;

/**
 * The base: how the latencies of a queue lie around what is expected of them, as a distribution
 * over bins of the logarithm, and what each bin says for the alternatives to it.
 *
 * <p>An alternative is a distribution q beside that of the base p; a latency in bin i says {@code
 * ln q(i) - ln p(i)} for it. Where q is p moved by s bins, the sum of that over some latencies is
 * their cross-correlation with the logarithm of the base at s, less the one at 0. The first and the
 * last bin hold all that lies beyond.
 */
final class Shape {
  /** Enough for a factor of 6 down and 25 up at the widest bins. */
  static final int BINS = 128;

  /** The bin of what is as expected. There is more room above, where latencies have their tail. */
  private static final int CENTRE = 48;

  /** The shifts that are tried, as factors. In between them the next one does nearly as well. */
  private static final double[] FACTORS = {1.1, 1.2, 1.4, 2, 4};

  /** Parts of the base, from above, that the two alternatives without a shift make larger. */
  private static final double[] PARTS = {0.2, 0.03};

  /** By how much they do. */
  private static final double[] TIMES = {1.5, 3};

  /** How many alternatives there are. */
  static final int ALTERNATIVES = FACTORS.length + PARTS.length;

  /** So many bins to a deviation of the latencies: finer does not say more. */
  private static final double BINS_PER_DEVIATION = 8;

  /** The narrowest bin, 0.4 %: clocks tell no less. */
  private static final double LEAST_WIDTH = 0.004;

  /** The widest bin, 5 %: the paper's figures need no more. */
  private static final double MOST_WIDTH = 0.05;

  /** A latency in this many is believed to be anywhere: what was never seen is not impossible. */
  private static final double ANYWHERE = 0.02;

  /** What that makes of a bin that was never seen, as a logarithm. */
  private static final float NOWHERE = (float) StrictMath.log(ANYWHERE / BINS);

  /** Of so few latencies ten more are believed to be anywhere. */
  private static final double FEW = 10;

  /** After so many latencies, two thirds of a day of seconds, the older half counts half. */
  private static final double MEMORY = 60_000;

  /** Bins that one latency is spread over to each side. */
  private static final int BLUR = 2;

  /** The same while there are few. */
  private static final int BLUR_OF_FEW = 6;

  /** Fewer latencies than this are few. */
  private static final double FEW_TO_BLUR = 1_000;

  private final float[] counts = new float[BINS];
  private final float[] logs = new float[BINS];
  private final float[] above = new float[BINS];
  private final float[] cost = new float[ALTERNATIVES];
  private final float[] spread = new float[ALTERNATIVES];
  private final float[] slope = new float[ALTERNATIVES];
  private final int[] moves = new int[FACTORS.length];
  private final int[] edges = new int[PARTS.length];
  private final float[] below = new float[PARTS.length];
  private final float[] beyond = new float[PARTS.length];
  private final double width;
  private double total;
  private double unseen;
  private double mean;

  /**
   * @param deviation of the latencies' logarithms
   */
  Shape(double deviation) {
    width = StrictMath.clamp(deviation / BINS_PER_DEVIATION, LEAST_WIDTH, MOST_WIDTH);
    for (int i = 0; i < moves.length; i++) {
      moves[i] = (int) StrictMath.max(1, StrictMath.rint(shift(i) / width));
    }
  }

  /** The bin of a logarithm that is so far above what is expected. */
  int bin(double residual) {
    return (int) StrictMath.clamp(StrictMath.floor(residual / width) + CENTRE, 0, BINS - 1);
  }

  static boolean isBeyond(int bin) {
    return bin == 0 || bin == BINS - 1;
  }

  void learn(int bin) {
    counts[bin]++;
    total++;
    unseen++;
  }

  /** Whether enough was learned since it was built to build it again. */
  boolean isStale() {
    return unseen > 16 + StrictMath.min(2_000, total / 8);
  }

  /** Makes what was learned the base. */
  void build() {
    if (total > MEMORY) {
      total = 0;
      for (int i = 0; i < BINS; i++) {
        counts[i] /= 2;
        total += counts[i];
      }
    }
    unseen = 0;
    double[] parts = parts();
    double sum = 0;
    mean = 0;
    int[] edge = new int[PARTS.length];
    for (int i = BINS - 1; i >= 0; i--) {
      sum += parts[i];
      mean += parts[i] * (i + 0.5 - CENTRE) * width;
      logs[i] = (float) StrictMath.log(parts[i]);
      above[i] = (float) StrictMath.log(StrictMath.min(1, sum));
      for (int part = 0; part < PARTS.length; part++) {
        if (sum >= PARTS[part] && edge[part] == 0) {
          edge[part] = StrictMath.min(i, BINS - 2);
        }
      }
    }
    for (int part = 0; part < PARTS.length; part++) {
      edges[part] = edge[part];
      double of = StrictMath.exp(above[edge[part]]);
      double more = StrictMath.min(TIMES[part], (1 + 1 / of) / 2);
      beyond[part] = (float) StrictMath.log(more);
      below[part] = (float) StrictMath.log((1 - more * of) / (1 - of));
    }
    for (int i = 0; i < ALTERNATIVES; i++) {
      weigh(i, parts);
    }
  }

  private double[] parts() {
    double anywhere = StrictMath.max(ANYWHERE, FEW / (total + FEW));
    int blur = total < FEW_TO_BLUR ? BLUR_OF_FEW : BLUR;
    double[] parts = new double[BINS];
    Arrays.fill(parts, anywhere / BINS);
    double one = (1 - anywhere) / (total * (blur + 1) * (blur + 1));
    for (int i = 0; i < BINS; i++) {
      if (counts[i] > 0) {
        for (int off = -blur; off <= blur; off++) {
          int to = isBeyond(i) ? i : StrictMath.clamp(i + off, 0, BINS - 1);
          parts[to] += counts[i] * one * (blur + 1 - StrictMath.abs(off));
        }
      }
    }
    return parts;
  }

  private void weigh(int alternative, double[] parts) {
    double sum = 0;
    double squares = 0;
    double moved = 0;
    for (int i = 0; i < BINS; i++) {
      double says = says(alternative, i);
      sum += parts[i] * says;
      squares += parts[i] * says * says;
      moved += parts[i] * (says(alternative, StrictMath.min(BINS - 1, i + 1)) - says);
    }
    cost[alternative] = (float) StrictMath.max(1e-6, -sum);
    spread[alternative] = (float) StrictMath.max(1e-6, squares - sum * sum);
    slope[alternative] = (float) (moved / width);
  }

  /** What a latency in this bin says for an alternative, in nats. */
  float says(int alternative, int bin) {
    if (alternative >= FACTORS.length) {
      int part = alternative - FACTORS.length;
      return bin >= edges[part] ? beyond[part] : below[part];
    }
    int from = bin - moves[alternative];
    if (bin == BINS - 1) {
      return above[StrictMath.max(0, from)] - logs[bin];
    }
    return (from < 0 ? NOWHERE : logs[from]) - logs[bin];
  }

  /** The shift of an alternative, as a logarithm; 0 for one without a shift. */
  static double shift(int alternative) {
    return alternative < FACTORS.length ? StrictMath.log(FACTORS[alternative]) : 0;
  }

  /** What a latency of the base says against an alternative on average, in nats. */
  double cost(int alternative) {
    return cost[alternative];
  }

  /** The variance of what latencies of the base say. */
  double spread(int alternative) {
    return spread[alternative];
  }

  /** How much more latencies of the base say for it when they all rise a little, by that rise. */
  double slope(int alternative) {
    return slope[alternative];
  }

  /** The mean of the base, relative to what is expected. */
  double mean() {
    return mean;
  }
}
