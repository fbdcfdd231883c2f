package io.oasis.manager.core.cache;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.cache.HitCurve.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Curves and problems for tests. */
final class Curves {
  static final double MB = 1e6;

  private Curves() {}

  /** Uniform references to a working set. */
  static HitCurve uniform(double workingSetBytes) {
    return HitCurve.of(Shape.LINEAR, new double[] {workingSetBytes}, new double[] {1});
  }

  /** A loop: nothing until all of it fits. */
  static HitCurve loop(double bytes) {
    return HitCurve.of(Shape.STEPS, new double[] {bytes}, new double[] {1});
  }

  /** A staircase of up to eight steps with heights of any shape, convex ones too. */
  static HitCurve staircase(SplittableRandom random, double mostBytes) {
    int steps = 1 + random.nextInt(8);
    double[] sizes = random.doubles(steps, 0.01, 1).sorted().map(x -> x * mostBytes).toArray();
    double[] ratios = random.doubles(steps).sorted().toArray();
    return HitCurve.of(random.nextBoolean() ? Shape.STEPS : Shape.LINEAR, sizes, ratios);
  }

  static CacheClaim claim(HitCurve curve, double holdingBytes) {
    return new CacheClaim(
        1, 0, Double.POSITIVE_INFINITY, holdingBytes, Optional.empty(), curve, 15, 8_000);
  }

  static CacheClaim wanting(double holdingBytes, double wantedBytes) {
    return new CacheClaim(
        1,
        0,
        Double.POSITIVE_INFINITY,
        holdingBytes,
        Optional.of(wantedBytes),
        HitCurve.NONE,
        15,
        8_000);
  }

  /** Has so much and asks for nothing. */
  static CacheClaim content(double holdingBytes) {
    return claim(HitCurve.NONE, holdingBytes);
  }

  /** Any problem: weights, reserves, limits, rates and staircases. */
  static CacheProblem any(SplittableRandom random, int claims) {
    double capacity = 1e6 * (1 + random.nextInt(1_000));
    List<CacheClaim> all = new ArrayList<>();
    for (int i = 0; i < claims; i++) {
      double reserve = random.nextInt(3) == 0 ? random.nextDouble() * capacity / claims : 0;
      double limit =
          random.nextInt(3) == 0
              ? reserve + random.nextDouble() * capacity
              : Double.POSITIVE_INFINITY;
      all.add(
          new CacheClaim(
              StrictMath.exp(random.nextGaussian()),
              reserve,
              limit,
              capacity / claims * random.nextDouble(),
              Optional.empty(),
              staircase(random, 1.5 * capacity),
              StrictMath.exp(3 * random.nextGaussian()),
              StrictMath.exp(random.nextGaussian())));
    }
    return new CacheProblem(all, capacity);
  }
}
