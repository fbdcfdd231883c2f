package io.oasis.manager.core.explain;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.partition.InsulationView;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Software;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A domain as people see it: immutable, made by the controller after each decision. */
public record DomainView(
    DomainId domain,
    Version version,
    Instant at,
    GuardRails rails,
    CapacityEstimate capacity,
    List<QueueView> queues,
    Decided decided,
    Enforcement enforcement) {
  /** The same with further findings. */
  public DomainView with(List<Findings> more) {
    return more.isEmpty()
        ? this
        : new DomainView(
            domain, version, at, rails, capacity, queues, decided, enforcement.with(more));
  }

  /**
   * @param price the certificate of the last decision; absent where there is none
   * @param recent the latest decisions that changed something, newest first
   * @param insulation of each device, where that is the domain's policy; else empty
   */
  public record Decided(
      Optional<Double> price, List<Decision> recent, List<InsulationView> insulation) {}

  /**
   * @param adapter who enforces; absent while no adapter has reported
   * @param findings what each living adapter found about its limits last
   * @param harm whether enforcing is known to do harm
   * @param stability how calm the allocations are
   */
  public record Enforcement(
      Optional<AdapterView> adapter, List<Findings> findings, HarmView harm, Stability stability) {
    private Enforcement with(List<Findings> more) {
      return new Enforcement(
          adapter, Stream.concat(findings.stream(), more.stream()).toList(), harm, stability);
    }
  }

  /** A queue: what is measured of it, what was decided about it, and what is in force. */
  public record QueueView(
      QueueId queue, double weight, Measured measured, Share share, InForce inForce) {
    /**
     * @param usage what it gets
     * @param demand what it is taken to want
     * @param held I/Os that wait behind its limit; absent where that cannot be told, or none is
     * @param unserved I/Os that the device does not get to, where some may be this queue's
     * @param receipts where its latency came from, by the minute, the newest first
     */
    public record Measured(
        Bandwidth usage,
        Demand demand,
        double meanLatencyMicros,
        double outstanding,
        Optional<Double> held,
        Optional<Double> unserved,
        List<Receipt> receipts) {}

    /**
     * @param target what the policy wants it to have, as bandwidth at its present I/O size
     * @param granted what it has been granted; absent when it is not bounded
     * @param foreseen the limit that ENFORCE would set now; absent when none
     * @param standing whether it is shared out to at all
     */
    public record Share(
        Bandwidth target,
        Optional<Bandwidth> granted,
        Optional<RateBound> foreseen,
        Decision.Bound bound,
        Standing standing) {}

    /**
     * @param limit what was pushed; absent when nothing is in force
     * @param earned who was measured to gain by it; absent when nobody was
     * @param state what the adapter says of the limit; absent when there is none
     */
    public record InForce(
        Optional<RateBound> limit,
        Optional<Decision.Earned> earned,
        Optional<Outcome.State> state,
        String cause) {}

    /** What the limit that is foreseen lets it have, in I/Os of its present size. */
    public Optional<Bandwidth> foreseenBandwidth() {
      double iops = measured.usage.iops().perSecond();
      double meanBytes = iops > 0 ? measured.usage.bytesPerSecond().perSecond() / iops : 0;
      return share
          .foreseen
          .map(bound -> CostModel.costPerSecond(bound, meanBytes))
          .filter(cost -> cost < Double.POSITIVE_INFINITY)
          .map(cost -> CostModel.bandwidth(cost, meanBytes));
    }

    /** Why it has what it has. Made when somebody asks: most views are never read. */
    public String reason() {
      String cause = inForce.cause;
      return switch (share.standing) {
        case INSULATED ->
            "not limited: it has slices of the device's time, and a part of its cache";
        case EXCLUDED -> "never limited: " + (cause.isEmpty() ? "excluded" : cause);
        case NEVER_SATURATED -> "not limited: the device was never seen saturated";
        case SHARING ->
            Reasons.summary(share.bound, share.target.iops().perSecond())
                + "; "
                + measured.demand.reason()
                + inForce.earned.map(Reasons::earned).orElse("");
      };
    }
  }

  /** Whether a queue takes part in what the policy shares out. */
  public enum Standing {
    /** It has a part of a plan instead. */
    INSULATED,
    EXCLUDED,
    /** There is nothing to share out yet. */
    NEVER_SATURATED,
    SHARING
  }

  /** The adapter of the domain. */
  public record AdapterView(
      AdapterId adapter,
      SessionId session,
      String target,
      Instant lastSeen,
      boolean alive,
      Optional<Software> software) {}

  /**
   * @param phase what the guard against harm is at
   * @param last what it found last, with the figures; empty while it never suspected anything
   */
  public record HarmView(Phase phase, String last) {}

  /**
   * @param converged whether every allocation stayed within the dead band for the last intervals
   * @param intervalsSinceMove intervals since the last move beyond the dead band
   * @param reversals sign changes of moves beyond the dead band since the controller started
   * @param pushes settings sent since the controller started
   */
  public record Stability(
      boolean converged, long intervalsSinceMove, long reversals, long pushes) {}
}
