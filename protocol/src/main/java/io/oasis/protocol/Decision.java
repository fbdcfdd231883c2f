package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the manager decided for a domain in one interval and why, with what lets anyone check it.
 *
 * <p>Amounts are in cost per second (see {@link CapacityEstimate}). Version 2 called a guard rail's
 * reserve floor and its limit cap; it is still read.
 *
 * @param inputsHash hash over everything the decision was computed from
 * @param queues the queues whose allocation changed, or all of them in a snapshot
 * @param events what happened, in words: capacity changed, converged, mode changed
 */
public record Decision(
    DecisionHeader header,
    String inputsHash,
    CapacityEstimate capacity,
    Certificate certificate,
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
    @JsonAlias("CAP")
    LIMIT,
    /** Its guard rail's reserve. */
    @JsonAlias("FLOOR")
    RESERVE,
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
   * What the shares can be checked by.
   *
   * @param available what was shared out: the targets and what queues have do not exceed it
   * @param price at the target every queue has {@code weight / price}, or is bound by its demand,
   *     limit or reserve; absent when the policy has none
   * @param kellySum the paper's sum of (x* - x) / x over this step, as a figure
   */
  public record Certificate(double available, Optional<Double> price, double kellySum) {
    public Certificate {
      Check.notNegative("available", available);
    }
  }

  /** What was decided of one queue. */
  public record QueueDecision(QueueId queue, Terms terms, Need need, Step step, Why why) {}

  /**
   * The guard rails in force.
   *
   * @param reserve 0 when there is none
   * @param limit absent when there is none
   */
  public record Terms(
      double weight, @JsonAlias("floor") double reserve, @JsonAlias("cap") Optional<Double> limit) {
    public Terms {
      Check.positive("weight", weight);
      Check.notNegative("reserve", reserve);
    }
  }

  /**
   * What a queue was taken to want.
   *
   * @param demand absent: without bound
   * @param usage what it got
   */
  public record Need(Demand.Quality quality, Optional<Double> demand, double usage) {
    public Need {
      Check.notNegative("usage", usage);
    }
  }

  /**
   * From what a queue had towards what it is to have.
   *
   * @param before what it had; absent when it was not limited
   * @param target what the policy wants it to have
   * @param after what it has now
   * @param limit that as it is pushed
   */
  public record Step(
      Optional<Double> before, double target, Optional<Double> after, Optional<RateBound> limit) {
    public Step {
      Check.notNegative("target", target);
    }
  }

  /**
   * What decided the target, and the step towards it.
   *
   * @param earned by whom its limit is of use; absent where nobody was measured for it
   */
  public record Why(Bound target, Bound step, String reason, Optional<Earned> earned) {
    public Why(Bound target, Bound step, String reason) {
      this(target, step, reason, Optional.empty());
    }

    public Why {
      reason = Check.text("reason", reason);
      if (reason.isBlank()) {
        throw Check.invalid("reason", "''", "must not be empty");
      }
    }
  }

  /**
   * What limits were measured to be good for.
   *
   * @param at when it was last measured
   */
  public record Earned(Instant at, List<Gain> gains) {
    public Earned {
      gains = Check.list("gains", gains, 20_000);
    }
  }

  /** Who gained by them: its I/Os per second before and after. */
  public record Gain(QueueId queue, double beforeIops, double afterIops) {
    public Gain {
      Check.measured("beforeIops", beforeIops);
      Check.measured("afterIops", afterIops);
    }
  }

  public Decision {
    Check.id("inputsHash", inputsHash);
    Check.between("totalQueues", totalQueues, 0, 1_000_000);
    queues = Check.list("queues", queues, 20_000);
    events = Check.list("events", events, 1_000).stream().map(Check::printable).toList();
  }

  @Override
  public DomainId domain() {
    return header.domain();
  }
}
