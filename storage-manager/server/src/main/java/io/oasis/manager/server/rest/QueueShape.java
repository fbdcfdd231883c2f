package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Iops;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A queue (one application's use of one LUN) in JSON, one level deep. Rates are per second; absent
 * where there is none.
 */
public record QueueShape(
    @JsonUnwrapped QueueName name,
    @JsonUnwrapped QueueUsage usage,
    @JsonUnwrapped QueueDemand demand,
    @JsonUnwrapped QueueShare share,
    @JsonUnwrapped QueueLimit limit,
    @JsonUnwrapped QueueEffect effect,
    @JsonUnwrapped QueueReason why) {
  /** Which queue, and how much it counts. */
  public record QueueName(
      String queue, String slug, String application, String lun, double weight) {}

  /**
   * What it got.
   *
   * @param unservedIos I/Os that the device does not get to, where some may be this queue's
   */
  public record QueueUsage(
      double usageIops,
      double usageBytesPerSecond,
      double meanLatencyMicros,
      double outstanding,
      Optional<Double> unservedIos) {
    private static QueueUsage of(DomainView.QueueView.Measured measured) {
      return new QueueUsage(
          measured.usage().iops().perSecond(),
          measured.usage().bytesPerSecond().perSecond(),
          measured.meanLatencyMicros(),
          measured.outstanding(),
          measured.unserved());
    }
  }

  /**
   * What it wants.
   *
   * @param demandQuality OBSERVED: it wants this; CENSORED: at least this; STALE: it wanted this
   * @param demandEstimateIops what a CENSORED demand may come to
   */
  public record QueueDemand(
      Demand.Quality demandQuality,
      double demandIops,
      double demandBytesPerSecond,
      Optional<Double> demandEstimateIops,
      String demandReason) {}

  /**
   * What it is to have.
   *
   * @param targetIops what the policy wants it to have
   * @param grantedIops what it has been granted; absent: not bounded
   */
  public record QueueShare(
      double targetIops,
      double targetBytesPerSecond,
      Optional<Double> grantedIops,
      Optional<Double> grantedBytesPerSecond) {}

  /**
   * What bounds it.
   *
   * @param limitIops what was pushed to the scheduler; absent: no limit of ours
   * @param foreseenLimitIops and {@code foreseenLimitBytesPerSecond}: the limit that ENFORCE would
   *     set as things are; absent: none
   */
  public record QueueLimit(
      Optional<Double> limitIops,
      Optional<Double> limitBytesPerSecond,
      Optional<Double> foreseenLimitIops,
      Optional<Double> foreseenLimitBytesPerSecond) {
    boolean isSet() {
      return limitIops.isPresent() || limitBytesPerSecond.isPresent();
    }
  }

  /**
   * What came of the limit.
   *
   * @param heldIos I/Os that wait behind the limit; absent where that cannot be told
   * @param gains who was measured to gain by the limit; empty where nobody was asked
   * @param gainsMeasuredAt when that was last measured
   * @param state what the adapter says of the limit
   * @param cause why the state is not VERIFIED, and what would mend it
   */
  public record QueueEffect(
      Optional<Double> heldIos,
      List<GainShape> gains,
      Optional<Instant> gainsMeasuredAt,
      Optional<Outcome.State> state,
      String cause) {}

  /**
   * @param bound what decided its target
   * @param reason in words
   */
  public record QueueReason(Decision.Bound bound, String reason) {}

  /** The busiest first; equals by name, so that the order is defined. */
  public static final Comparator<DomainView.QueueView> BUSIEST =
      Comparator.comparingDouble(
              (DomainView.QueueView q) ->
                  Math.max(
                      q.measured().usage().iops().perSecond(),
                      q.measured().demand().rate().iops().perSecond()))
          .reversed()
          .thenComparing(DomainView.QueueView::queue);

  public static QueueShape of(DomainView.QueueView view) {
    DomainView.QueueView.Measured measured = view.measured();
    DomainView.QueueView.Share share = view.share();
    DomainView.QueueView.InForce inForce = view.inForce();
    return new QueueShape(
        new QueueName(
            view.queue().toString(),
            Slug.of(view.queue().toString()),
            view.queue().application().value(),
            view.queue().lun().value(),
            view.weight()),
        QueueUsage.of(measured),
        new QueueDemand(
            measured.demand().quality(),
            measured.demand().rate().iops().perSecond(),
            measured.demand().rate().bytesPerSecond().perSecond(),
            measured.demand().estimate().map(Bandwidth::iops).map(Iops::perSecond),
            measured.demand().reason()),
        new QueueShare(
            share.target().iops().perSecond(),
            share.target().bytesPerSecond().perSecond(),
            share.granted().map(Bandwidth::iops).map(Iops::perSecond),
            share.granted().map(Bandwidth::bytesPerSecond).map(BytesPerSecond::perSecond)),
        new QueueLimit(
            inForce.limit().flatMap(RateBound::iops).map(Iops::perSecond),
            inForce.limit().flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond),
            share.foreseen().flatMap(RateBound::iops).map(Iops::perSecond),
            share.foreseen().flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond)),
        new QueueEffect(
            measured.held(),
            GainShape.of(inForce.earned()),
            inForce.earned().map(Decision.Earned::at),
            inForce.state(),
            inForce.cause()),
        new QueueReason(share.bound(), view.reason()));
  }

  /** Who gained by a limit: its I/Os per second before and after. */
  public record GainShape(String queue, double beforeIops, double afterIops) {
    static List<GainShape> of(Optional<Decision.Earned> earned) {
      return earned.stream()
          .flatMap(all -> all.gains().stream())
          .map(gain -> new GainShape(gain.queue().toString(), gain.beforeIops(), gain.afterIops()))
          .toList();
    }
  }

  /** Whether a limit in this state is not what it should be. */
  static boolean isTrouble(Outcome.State state) {
    return switch (state) {
      case INERT, VIOLATED, CONFLICT, STUCK, REFUSED -> true;
      case VERIFIED, WRITTEN, RELEASED -> false;
    };
  }

  /**
   * What the manager gave a queue.
   *
   * @param enforced whether it was pushed to a scheduler
   */
  public record GrantShape(
      String queue,
      String slug,
      Optional<Double> grantedIops,
      Optional<Double> grantedBytesPerSecond,
      boolean enforced,
      Optional<Outcome.State> state,
      String reason) {
    static GrantShape of(QueueShape queue) {
      return new GrantShape(
          queue.name.queue(),
          queue.name.slug(),
          queue.share.grantedIops(),
          queue.share.grantedBytesPerSecond(),
          queue.limit.isSet(),
          queue.effect.state(),
          queue.why.reason());
    }
  }
}
