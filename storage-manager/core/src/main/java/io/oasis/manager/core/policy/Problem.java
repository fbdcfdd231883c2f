package io.oasis.manager.core.policy;

import io.oasis.protocol.Check;
import java.util.List;

/**
 * One domain, one interval.
 *
 * @param capacity cost per second to share out, above 0
 */
public record Problem(List<Claim> claims, double capacity) {
  public Problem {
    Check.require(
        capacity > 0 && capacity < Double.POSITIVE_INFINITY,
        "capacity",
        capacity,
        "above 0 cost per second");
    claims = List.copyOf(claims);
  }
}
