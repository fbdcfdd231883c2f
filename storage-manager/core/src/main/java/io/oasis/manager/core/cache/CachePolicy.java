package io.oasis.manager.core.cache;

/** Who gets how much of a cache. Pure: the same problem gives the same sizes. */
public interface CachePolicy {
  /** Its name in configuration and decisions. */
  String name();

  /** Sizes for all claims, in the order of the claims. */
  CacheSizes decide(CacheProblem problem);

  /**
   * Over how many accesses what was measured at one size fades.
   *
   * @param inPeriod accesses of a {@link HitRatioHistory#PERIOD}
   */
  default double memoryAccesses(double inPeriod) {
    return HitRatioHistory.MEMORY_ACCESSES;
  }

  /**
   * By what part a split is better than another, in the policy's own terms; infinite when it has
   * none.
   */
  default double advantage(CacheProblem problem, double[] bytes, double[] than) {
    return Double.POSITIVE_INFINITY;
  }
}
