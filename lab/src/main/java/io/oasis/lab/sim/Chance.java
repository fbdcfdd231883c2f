package io.oasis.lab.sim;

import java.util.SplittableRandom;

/** Random numbers of one part of a run: the same seed and name give the same numbers. */
public final class Chance {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final SplittableRandom random;

  public Chance(long seed, String name) {
    long mixed = seed * MIX;
    for (int i = 0; i < name.length(); i++) {
      mixed = (mixed ^ name.charAt(i)) * 0x100000001B3L;
    }
    random = new SplittableRandom(mixed);
  }

  /** Evenly between 0 and 1. */
  public double even() {
    return random.nextDouble();
  }

  public boolean happens(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** Evenly from 0 to below the bound. */
  public long below(long bound) {
    return random.nextLong(bound);
  }

  /** Exponential with this mean: times between independent arrivals. */
  public double exponential(double mean) {
    return -mean * StrictMath.log(1 - random.nextDouble());
  }

  /** Pareto: heavy-tailed, at least {@code least}; the smaller the shape the heavier. */
  public double pareto(double least, double shape) {
    return least / StrictMath.pow(1 - random.nextDouble(), 1 / shape);
  }
}
