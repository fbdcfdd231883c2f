package io.oasis.manager.core.cache;

/**
 * Damped steps from the sizes that partitions have to those a policy wants.
 *
 * <p>Law: every step goes {@link #GAIN} of the way; within {@link #CLOSE} of the capacity it goes
 * all of it, and within {@link #DEAD_BAND} nothing moves. A resized partition needs time to fill,
 * so a step is worth waiting for: the hit ratios that the next one goes by are those of the last.
 */
public final class CacheSteps {
  /** As for rates, and in ADR 0060: a target that was wrong is not reached at once. */
  static final double GAIN = 2.0 / 3.0;

  /** As a part of the capacity. */
  static final double CLOSE = 0.02;

  /** As a part of the capacity. */
  static final double DEAD_BAND = 0.005;

  private CacheSteps() {}

  /** The sizes after a step; those of the claims when nothing is worth moving. */
  public static double[] step(CacheProblem problem, double[] targets) {
    double[] now = problem.claims().stream().mapToDouble(CacheClaim::holdingBytes).toArray();
    double sum = 0;
    double farthest = 0;
    for (int i = 0; i < now.length; i++) {
      sum += now[i];
      farthest = StrictMath.max(farthest, StrictMath.abs(targets[i] - now[i]));
    }
    if (farthest <= DEAD_BAND * problem.capacityBytes()) {
      return now;
    }
    double gain = farthest <= CLOSE * problem.capacityBytes() ? 1 : GAIN;
    double fits = sum > problem.capacityBytes() ? problem.capacityBytes() / sum : 1;
    double free = problem.capacityBytes();
    double growth = 0;
    double[] next = new double[now.length];
    for (int i = 0; i < now.length; i++) {
      // A new partition starts at its target: nothing is known of smaller sizes.
      double start = now[i] * fits;
      next[i] = now[i] == 0 ? targets[i] : start + gain * (targets[i] - start);
      now[i] = start;
      growth += StrictMath.max(0, next[i] - start);
      free -= StrictMath.min(next[i], start);
    }
    // What others have not yet given up, nobody can have.
    double part = growth > free ? StrictMath.max(0, free) / growth : 1;
    for (int i = 0; i < now.length; i++) {
      now[i] = StrictMath.min(next[i], now[i]) + part * StrictMath.max(0, next[i] - now[i]);
    }
    return now;
  }
}
