package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the manager decided for a domain in one interval and why, with what lets anyone check it.
 *
 * <p>Amounts are in cost per second (see {@link CapacityEstimate}).
 *
 * @param inputsHash hash over everything the decision was computed from
 * @param available what was shared out: the targets and what queues have do not exceed it
 * @param price the certificate: at the target every queue has {@code weight / price}, or is bound
 *     by its demand, cap or floor; absent when the policy has none
 * @param kellySum the paper's sum of (x* - x) / x over this step, as a figure
 * @param queues the queues whose allocation changed, or all of them in a snapshot
 * @param events what happened, in words: capacity changed, converged, mode changed
 */
public record Decision(
    DomainId domain,
    Version version,
    Instant at,
    Mode mode,
    String policy,
    String inputsHash,
    CapacityEstimate capacity,
    double available,
    Optional<Double> price,
    double kellySum,
    boolean snapshot,
    int totalQueues,
    List<QueueDecision> queues,
    List<String> events)
    implements OfDomain {
  /** What decided a queue's amount. */
  public enum Bound {
    /** It gets all it demands. */
    DEMAND,
    /** Its guard rail's limit. */
    CAP,
    /** Its guard rail's reserve. */
    FLOOR,
    /** Its fair share of a domain that cannot give everybody all. */
    FAIR_SHARE,
    /** On its way to the target, damped. */
    STEP,
    /** The change was too small to push. */
    DEAD_BAND,
    /** The policy's own rule; the reason says which. */
    RULE,
    /** Excluded by a guard rail, or unattributed: never limited. */
    EXCLUDED
  }

  /**
   * @param demand what it was taken to want; absent: without bound
   * @param floor and {@code cap}: the guard rails in force, 0 and absent when there are none
   * @param before what it had; absent when it was not limited
   * @param target what the policy wants it to have
   * @param after what it has now
   */
  public record QueueDecision(
      QueueId queue,
      double weight,
      Demand.Quality quality,
      Optional<Double> demand,
      double floor,
      Optional<Double> cap,
      double usage,
      Optional<Double> before,
      double target,
      Optional<Double> after,
      Optional<RateBound> limit,
      Bound targetBound,
      Bound stepBound,
      String reason) {
    public QueueDecision {
      Check.positive("weight", weight);
      Check.notNegative("floor", floor);
      Check.notNegative("usage", usage);
      Check.notNegative("target", target);
      if (Check.text("reason", reason).isBlank()) {
        throw Check.invalid("reason", "''", "must not be empty");
      }
    }
  }

  public Decision {
    Check.id("policy", policy);
    Check.id("inputsHash", inputsHash);
    Check.notNegative("available", available);
    Check.between("totalQueues", totalQueues, 0, 1_000_000);
    queues = Check.list("queues", queues, 20_000);
    events = Check.list("events", events, 1_000);
  }
}
