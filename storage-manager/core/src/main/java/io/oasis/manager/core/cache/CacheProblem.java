package io.oasis.manager.core.cache;

import java.util.List;

/**
 * One cache, one decision.
 *
 * @param capacityBytes to share out, above 0
 */
public record CacheProblem(List<CacheClaim> claims, double capacityBytes) {
  public CacheProblem {
    if (!(capacityBytes > 0 && capacityBytes < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "capacityBytes = " + capacityBytes + ": must be above 0 bytes");
    }
    claims = List.copyOf(claims);
  }
}
