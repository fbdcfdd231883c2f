package io.oasis.manager.server.rest;

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
 * A queue (one application's use of one LUN) in JSON. Rates are per second; absent where there is
 * none.
 *
 * @param demandQuality OBSERVED: it wants this; CENSORED: at least this; STALE: it wanted this
 * @param demandEstimateIops what a CENSORED demand may come to
 * @param targetIops what the policy wants it to have
 * @param grantedIops what it has been granted; absent: not bounded
 * @param limitIops what was pushed to the scheduler; absent: no limit of ours
 * @param foreseenLimitIops and {@code foreseenLimitBytesPerSecond}: the limit that ENFORCE would
 *     set as things are; absent: none
 * @param heldIos I/Os that wait behind the limit; absent where that cannot be told
 * @param gains who was measured to gain by the limit; empty where nobody was asked
 * @param gainsMeasuredAt when that was last measured
 * @param state what the adapter says of the limit
 * @param cause why the state is not VERIFIED, and what would mend it
 * @param bound what decided its target
 * @param reason in words
 */
public record QueueShape(
    String queue,
    String slug,
    String application,
    String lun,
    double weight,
    double usageIops,
    double usageBytesPerSecond,
    double meanLatencyMicros,
    double outstanding,
    Demand.Quality demandQuality,
    double demandIops,
    double demandBytesPerSecond,
    Optional<Double> demandEstimateIops,
    String demandReason,
    double targetIops,
    double targetBytesPerSecond,
    Optional<Double> grantedIops,
    Optional<Double> grantedBytesPerSecond,
    Optional<Double> limitIops,
    Optional<Double> limitBytesPerSecond,
    Optional<Double> foreseenLimitIops,
    Optional<Double> foreseenLimitBytesPerSecond,
    Optional<Double> heldIos,
    List<GainShape> gains,
    Optional<Instant> gainsMeasuredAt,
    Optional<Outcome.State> state,
    String cause,
    Decision.Bound bound,
    String reason) {
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
    return new QueueShape(
        view.queue().toString(),
        Slug.of(view.queue().toString()),
        view.queue().application().value(),
        view.queue().lun().value(),
        view.weight(),
        view.measured().usage().iops().perSecond(),
        view.measured().usage().bytesPerSecond().perSecond(),
        view.measured().meanLatencyMicros(),
        view.measured().outstanding(),
        view.measured().demand().quality(),
        view.measured().demand().rate().iops().perSecond(),
        view.measured().demand().rate().bytesPerSecond().perSecond(),
        view.measured().demand().estimate().map(Bandwidth::iops).map(Iops::perSecond),
        view.measured().demand().reason(),
        view.share().target().iops().perSecond(),
        view.share().target().bytesPerSecond().perSecond(),
        view.share().granted().map(Bandwidth::iops).map(Iops::perSecond),
        view.share().granted().map(Bandwidth::bytesPerSecond).map(BytesPerSecond::perSecond),
        view.inForce().limit().flatMap(RateBound::iops).map(Iops::perSecond),
        view.inForce().limit().flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond),
        view.share().foreseen().flatMap(RateBound::iops).map(Iops::perSecond),
        view.share().foreseen().flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond),
        view.measured().held(),
        GainShape.of(view.inForce().earned()),
        view.inForce().earned().map(Decision.Earned::at),
        view.inForce().state(),
        view.inForce().cause(),
        view.share().bound(),
        view.reason());
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
          queue.queue,
          queue.slug,
          queue.grantedIops,
          queue.grantedBytesPerSecond,
          queue.limitIops.isPresent() || queue.limitBytesPerSecond.isPresent(),
          queue.state,
          queue.reason);
    }
  }
}
