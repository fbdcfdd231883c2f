package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.harm.Phase;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A domain in JSON.
 *
 * @param insulation how its devices are planned, where that is its policy
 * @param price the certificate of the last decision: a queue that nothing binds has weight / price
 */
public record DomainShape(
    @JsonUnwrapped DomainRule rule,
    @JsonUnwrapped DomainQueues queues,
    Capacity capacity,
    Optional<Double> price,
    @JsonUnwrapped DomainHealth health,
    List<InsulatedShape> insulation) {
  /**
   * Which domain, and what rules it.
   *
   * @param slug the domain's id as it is written in paths
   * @param revision of the guard rails in force
   * @param version of the last decision, {@code epoch.sequence}
   * @param at when this was so
   */
  public record DomainRule(
      String domain,
      String slug,
      Mode mode,
      String policy,
      long revision,
      String version,
      Instant at) {}

  /**
   * Its queues together.
   *
   * @param limitedQueues queues with a limit in force or on its way
   * @param troubledQueues queues whose limit is not what it should be (conflict, inert, ...)
   */
  public record DomainQueues(
      int queues,
      int limitedQueues,
      int troubledQueues,
      double usageIops,
      double usageBytesPerSecond,
      double demandIops) {
    static DomainQueues of(List<DomainView.QueueView> views) {
      int limited = 0;
      int troubled = 0;
      double iops = 0;
      double bytes = 0;
      double demand = 0;
      for (DomainView.QueueView queue : views) {
        limited += queue.inForce().limit().isPresent() ? 1 : 0;
        troubled += queue.inForce().state().filter(QueueShape::isTrouble).isPresent() ? 1 : 0;
        iops += queue.measured().usage().iops().perSecond();
        bytes += queue.measured().usage().bytesPerSecond().perSecond();
        demand += queue.measured().demand().rate().iops().perSecond();
      }
      return new DomainQueues(views.size(), limited, troubled, iops, bytes, demand);
    }
  }

  /**
   * How enforcing fares.
   *
   * @param doctor what the adapters found about the limits, in short
   * @param harm whether enforcing does harm
   */
  public record DomainHealth(
      Optional<Adapter> adapter,
      DoctorShape.Badge doctor,
      Harm harm,
      DomainView.Stability stability) {}

  /** What the domain can carry, as learned; see the protocol's CapacityEstimate. */
  public record Capacity(
      double lowerIops,
      Optional<Double> upperIops,
      double lowerCostPerSecond,
      Optional<Double> upperCostPerSecond,
      double bytesPerCost,
      boolean saturated,
      CapacityEstimate.Source source,
      long ageMillis) {
    static Capacity of(CapacityEstimate estimate) {
      return new Capacity(
          estimate.lowerIops(),
          estimate.upperIops(),
          estimate.lowerCostPerSecond(),
          estimate.upperCostPerSecond(),
          estimate.bytesPerCost(),
          estimate.saturated(),
          estimate.source(),
          estimate.ageMillis());
    }
  }

  /** Who enforces. */
  public record Adapter(
      String adapter,
      String session,
      String target,
      Instant lastSeen,
      boolean alive,
      Optional<SoftwareShape> software) {}

  /**
   * The guard against harm by enforcing.
   *
   * @param last what it found last, with the figures; empty while it never suspected anything
   */
  public record Harm(Phase phase, String last) {}

  public static DomainShape of(DomainView view) {
    DomainView.Enforcement enforcement = view.enforcement();
    return new DomainShape(
        new DomainRule(
            view.domain().value(),
            Slug.of(view.domain().value()),
            view.rails().mode(),
            view.rails().policy(),
            view.rails().revision(),
            DecisionShape.text(view.version()),
            view.at()),
        DomainQueues.of(view.queues()),
        Capacity.of(view.capacity()),
        view.decided().price(),
        new DomainHealth(
            enforcement.adapter().map(DomainShape::adapterOf),
            DoctorShape.Badge.of(view),
            new Harm(enforcement.harm().phase(), enforcement.harm().last()),
            enforcement.stability()),
        view.decided().insulation().stream().map(InsulatedShape::of).toList());
  }

  private static Adapter adapterOf(DomainView.AdapterView adapter) {
    return new Adapter(
        adapter.adapter().value(),
        adapter.session().value(),
        adapter.target(),
        adapter.lastSeen(),
        adapter.alive(),
        adapter.software().map(software -> SoftwareShape.of(software, Topic.SETTINGS)));
  }
}
