package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Iops;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A decision in JSON: what changed, why, and what lets anyone check it. Amounts are in cost per
 * second: an I/O of S bytes costs {@code 1 + S / bytesPerCost}.
 *
 * @param words the decision in sentences
 */
public record DecisionShape(
    @JsonUnwrapped DecisionHeader header,
    DomainShape.Capacity capacity,
    @JsonUnwrapped Certificate certificate,
    boolean snapshot,
    int totalQueues,
    List<String> events,
    List<Change> queues,
    List<String> words) {
  /** How many queues a decision's words speak of before they say how many more there are. */
  private static final int MAX_WORDS = 8;

  /**
   * Which decision it is.
   *
   * @param version {@code epoch.sequence}
   * @param inputsHash over everything the decision was computed from
   */
  public record DecisionHeader(
      String domain, String version, Instant at, Mode mode, String policy, String inputsHash) {}

  /**
   * What lets anyone check it.
   *
   * @param availableCostPerSecond what was shared out
   * @param kellySum the sum of (x* - x) / x over this step
   */
  public record Certificate(
      double availableCostPerSecond, Optional<Double> price, double kellySum) {}

  /** One queue of a decision. */
  public record Change(
      String queue,
      String slug,
      double weight,
      @JsonUnwrapped ChangeNeed need,
      @JsonUnwrapped ChangeStep step,
      @JsonUnwrapped ChangeReason why) {
    /**
     * @param demandCostPerSecond what it was taken to want; absent: without bound
     */
    public record ChangeNeed(
        Demand.Quality demandQuality,
        Optional<Double> demandCostPerSecond,
        double reserveCostPerSecond,
        Optional<Double> limitCostPerSecond,
        double usageCostPerSecond) {}

    /**
     * @param beforeCostPerSecond what it had; absent when it was not limited
     * @param afterCostPerSecond what it has now
     */
    public record ChangeStep(
        Optional<Double> beforeCostPerSecond,
        double targetCostPerSecond,
        Optional<Double> afterCostPerSecond,
        Optional<Double> limitIops,
        Optional<Double> limitBytesPerSecond) {}

    /**
     * @param gains who was measured to gain by its limit, and when
     */
    public record ChangeReason(
        Decision.Bound targetBound,
        Decision.Bound stepBound,
        String reason,
        List<QueueShape.GainShape> gains,
        Optional<Instant> gainsMeasuredAt) {}

    static Change of(Decision.QueueDecision queue) {
      Optional<RateBound> limit = queue.step().limit();
      return new Change(
          queue.queue().toString(),
          Slug.of(queue.queue().toString()),
          queue.terms().weight(),
          new ChangeNeed(
              queue.need().quality(),
              queue.need().demand(),
              queue.terms().reserve(),
              queue.terms().limit(),
              queue.need().usage()),
          new ChangeStep(
              queue.step().before(),
              queue.step().target(),
              queue.step().after(),
              limit.flatMap(RateBound::iops).map(Iops::perSecond),
              limit.flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond)),
          new ChangeReason(
              queue.why().target(),
              queue.why().step(),
              queue.why().reason(),
              QueueShape.GainShape.of(queue.why().earned()),
              queue.why().earned().map(Decision.Earned::at)));
    }
  }

  static DecisionShape of(Decision decision) {
    return new DecisionShape(
        new DecisionHeader(
            decision.domain().value(),
            text(decision.header().version()),
            decision.header().at(),
            decision.header().mode(),
            decision.header().policy(),
            decision.inputsHash()),
        DomainShape.Capacity.of(decision.capacity()),
        new Certificate(
            decision.certificate().available(),
            decision.certificate().price(),
            decision.certificate().kellySum()),
        decision.snapshot(),
        decision.totalQueues(),
        decision.events(),
        decision.queues().stream().map(Change::of).toList(),
        Words.of(decision, MAX_WORDS));
  }

  /** What a page shows of a decision. */
  public record Brief(String version, Instant at, Mode mode, List<String> words) {
    public static Brief of(Decision decision) {
      return new Brief(
          text(decision.header().version()),
          decision.header().at(),
          decision.header().mode(),
          Words.of(decision, MAX_WORDS));
    }
  }

  static String text(Version version) {
    return version.epoch() + "." + version.sequence();
  }
}
