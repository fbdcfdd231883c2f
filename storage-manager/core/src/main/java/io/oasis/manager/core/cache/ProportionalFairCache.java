package io.oasis.manager.core.cache;

/**
 * The split with the largest sum of {@code w log(hit ratio)}: the default.
 *
 * <p>Law: no other split that fits raises some hit ratios by a larger sum of parts, weighed, than
 * it lowers others by, as far as that can be had at all. Since {@code log(accesses x miss cost x
 * hit ratio)} differs from {@code log(hit ratio)} by a constant, it is also the split that is fair
 * in hits per second and in time saved; two like working sets get the same whatever their rates.
 *
 * <p>Worked: 150 MB and two loops of 100 MB: one of them fits, and half of each would be worth
 * nothing; the first gets its 100 and both share what is left. With uniform references to 100 MB
 * each it is 75 and 75.
 *
 * <p>Limit: an application without any hits would have a logarithm of minus infinity, so {@link
 * #LEAST_HIT_RATIO} is added to every hit ratio.
 */
public final class ProportionalFairCache implements CachePolicy {
  public static final String NAME = "proportional-fair";

  /** One hit in a thousand: below, a hit ratio counts as none. */
  static final double LEAST_HIT_RATIO = 0.001;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CacheSizes decide(CacheProblem problem) {
    double weights = problem.claims().stream().mapToDouble(CacheClaim::weight).sum();
    return Optimum.of(
        problem,
        ProportionalFairCache::value,
        shortfall -> 1 - StrictMath.exp(-shortfall / StrictMath.max(weights, Double.MIN_NORMAL)),
        "its fair share");
  }

  @Override
  public double advantage(CacheProblem problem, double[] bytes, double[] than) {
    double gained = 0;
    double weights = 0;
    for (int i = 0; i < bytes.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      gained += value(claim, bytes[i]) - value(claim, than[i]);
      weights += claim.weight();
    }
    return StrictMath.exp(gained / weights) - 1;
  }

  private static double value(CacheClaim claim, double bytes) {
    return claim.weight() * StrictMath.log(claim.curve().hitRatio(bytes) + LEAST_HIT_RATIO);
  }
}
