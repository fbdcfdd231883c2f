package io.oasis.manager.core.policy;

import io.oasis.protocol.Check;
import java.util.Optional;

/**
 * What one queue brings to a decision; amounts in cost per second.
 *
 * @param weight relative importance, above 0
 * @param demand what it wants; {@link Double#POSITIVE_INFINITY} when that has no known bound
 * @param reserve its reserve, 0 when it has none
 * @param limit its limit, {@link Double#POSITIVE_INFINITY} when it has none
 * @param usage what it got in the last interval
 * @param allocation what it has now; empty when it was not limited
 * @param requested what the paper's conditions ask for; empty when neither holds
 */
public record Claim(
    double weight,
    double demand,
    double reserve,
    double limit,
    double usage,
    Optional<Double> allocation,
    Optional<Double> requested) {
  public Claim {
    Check.require(weight > 0 && weight < Double.POSITIVE_INFINITY, "weight", weight, "above 0");
    Check.require(demand >= 0, "demand", demand, "0 or more");
    Check.require(
        reserve >= 0 && reserve < Double.POSITIVE_INFINITY, "reserve", reserve, "0 or more");
    Check.require(limit >= reserve, "limit", limit, "at least the reserve of " + reserve);
    Check.require(usage >= 0 && usage < Double.POSITIVE_INFINITY, "usage", usage, "0 or more");
  }

  /** The most it can use: its demand, or its limit when that is lower. */
  public double most() {
    return StrictMath.min(demand, limit);
  }

  /** The least it must get: its reserve, as far as it can use it. */
  public double least() {
    return StrictMath.min(reserve, most());
  }

  /** What it has: its allocation, or what it uses while it is not limited. */
  public double holding() {
    return allocation.orElse(usage);
  }

  /** The same, but it wants so much. */
  public Claim wanting(double amount) {
    return new Claim(weight, amount, reserve, limit, usage, allocation, requested);
  }
}
