package io.oasis.manager.core.cache;

import io.oasis.protocol.Check;
import java.util.List;

/**
 * One cache, one decision.
 *
 * @param capacityBytes to share out, above 0
 */
public record CacheProblem(List<CacheClaim> claims, double capacityBytes) {
  public CacheProblem {
    Check.require(
        capacityBytes > 0 && capacityBytes < Double.POSITIVE_INFINITY,
        "capacityBytes",
        capacityBytes,
        "above 0 bytes");
    claims = List.copyOf(claims);
  }
}
