package io.oasis.agent.latency;

import java.util.Arrays;

/**
 * How far evidence goes when nothing lasting has happened.
 *
 * <p>Of each scale it remembers the most evidence of every hour, as a part of what is enough, and
 * asks for more where the extreme value that Gumbel's law gives to these most for a month would be
 * enough otherwise. So whoever has bursts every few hours is not told of each of them.
 */
final class Guard {
  /** Of two weeks is remembered what was the most. */
  private static final double HOURS = 336;

  /** For so many hours that is believed which follows. */
  private static final double BELIEF = 24;

  /** More is not learned from any hour. */
  private static final double MOST = 3;

  /** What the most of an hour is believed to be at first, on average. */
  private static final double MEAN = 0.35;

  /** And how far from that. */
  private static final double DEVIATION = 0.1;

  /** Logarithm of the hours in a month, less Euler's constant: Gumbel's law for once in a month. */
  private static final double ONCE = StrictMath.log(720) - 0.577;

  /** Gumbel's scale by deviation, the root of 6 by pi. */
  private static final double BY_DEVIATION = 0.78;

  private final float[] most;
  private final float[] means;
  private final float[] squares;
  private final float[] bars;
  private double hours = BELIEF;

  Guard(int scales) {
    most = new float[scales];
    means = new float[scales];
    squares = new float[scales];
    bars = new float[scales];
    for (int i = 0; i < scales; i++) {
      means[i] = (float) MEAN;
      squares[i] = (float) (MEAN * MEAN + DEVIATION * DEVIATION);
      bars[i] = 1;
    }
  }

  /** Whether this part of what is enough is more than has to be expected. */
  boolean seen(int scale, double part) {
    if (part > most[scale]) {
      most[scale] = (float) StrictMath.min(MOST, part);
    }
    return part > bars[scale];
  }

  void hour() {
    hours = StrictMath.min(HOURS, hours + 1);
    for (int i = 0; i < most.length; i++) {
      means[i] += (float) ((most[i] - means[i]) / hours);
      squares[i] += (float) (((double) most[i] * most[i] - squares[i]) / hours);
      double variance = StrictMath.max(0, squares[i] - (double) means[i] * means[i]);
      double once = means[i] + BY_DEVIATION * StrictMath.sqrt(variance) * ONCE;
      bars[i] = (float) StrictMath.max(1, once);
    }
    forgetHour();
  }

  void forgetHour() {
    Arrays.fill(most, 0);
  }
}
