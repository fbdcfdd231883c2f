package io.oasis.manager.core.cache;

/**
 * The split that saves the most time per second: the largest sum of {@code w x accesses x hit ratio
 * x miss cost}. It starves whoever would hit seldom, and is here to be compared with.
 */
public final class LargestGain implements CachePolicy {
  public static final String NAME = "largest-gain";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CacheSizes decide(CacheProblem problem) {
    double[] most = {Double.MIN_NORMAL};
    for (CacheClaim claim : problem.claims()) {
      most[0] += claim.weight() * claim.savedMicrosPerSecond(problem.capacityBytes());
    }
    return Optimum.of(
        problem,
        (claim, bytes) -> claim.weight() * claim.savedMicrosPerSecond(bytes),
        shortfall -> StrictMath.min(1, shortfall / most[0]),
        "the largest total gain");
  }

  @Override
  public double advantage(CacheProblem problem, double[] bytes, double[] than) {
    double saves = 0;
    double saved = Double.MIN_NORMAL;
    for (int i = 0; i < bytes.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      saves += claim.weight() * claim.savedMicrosPerSecond(bytes[i]);
      saved += claim.weight() * claim.savedMicrosPerSecond(than[i]);
    }
    return saves / saved - 1;
  }
}
