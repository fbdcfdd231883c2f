package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.LunState;
import io.oasis.protocol.Demand;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/** What an interval says of a domain's capacity: how much it carried, and what held it back. */
final class CapacityMeter {
  /** Usage of at least this part of the limit, and a censored demand: the limit binds. */
  private static final double BINDS = 0.90;

  /** Who wants more and gets less than this part of what the limits let them is short. */
  private static final double SHORT = 0.985;

  /** Who wants more and gets less than this part of what its limit lets it have is starved, ... */
  private static final double STARVED = 0.25;

  /** ... if always an I/O waits at its LUN, ... */
  private static final double WAITING = 0.9;

  /** ... that many times as long as on average. */
  private static final double LONGER = 2;

  /** A device in use for this part of the time has no idle moments. */
  private static final double BUSY = 0.95;

  /** A target that limits each direction keeps this part for the quieter one, and 1 at least. */
  private static final double OTHER_DIRECTION = 0.02;

  /** Weight of a new interval in the smoothed part of its limits that a domain reaches. */
  private static final double SMOOTHING = 0.3;

  /** Queues and their LUNs count the same I/Os when their counts differ by less than this part. */
  private static final double SAME_COUNT = 0.1;

  private final Domain domain;
  private final CapacityEstimator capacity;

  /** The part of what their limits let them have that those who want more get; none at first. */
  private Optional<Double> reached = Optional.empty();

  CapacityMeter(Domain domain, CapacityEstimator capacity) {
    this.domain = domain;
    this.capacity = capacity;
  }

  /**
   * A domain is one bottleneck: it is saturated when those who wait at it, by their depth, see it
   * saturated. A starved LUN does little and waits much, so depth counts, not throughput.
   *
   * <p>What it carries is the sum over the queues, not over the LUNs: those are what is limited,
   * and a block layer that merges requests completes fewer and larger ones than applications send.
   * It reaches further by its idle time, which only a single LUN tells.
   *
   * @return whether the capacity was found, or has changed
   */
  boolean measure(Instant now) {
    double cost = 0;
    for (HeardQueue queue : domain.queues()) {
      cost += domain.isSilent(queue) ? 0 : queue.usage();
    }
    double waiting = 0;
    double saturated = 0;
    double sent = 0;
    double done = 0;
    double busy = 0;
    for (LunState lun : domain.luns()) {
      LunReport report = lun.report();
      if (lun.fresh()) {
        sent += report.reads().arrivalsPerSecond() + report.writes().arrivalsPerSecond();
        done += lun.completions();
        waiting += report.outstanding();
        busy += report.utilisation();
        saturated += report.pressure() == LunReport.Pressure.SATURATED ? report.outstanding() : 0;
      }
    }
    cost *= answered(sent, done);
    boolean isSaturated = saturated > 0 && saturated >= waiting / 2;
    boolean binds = anyLimitBinds();
    boolean limitsHold = !areShort() && binds && busy < BUSY;
    domain.queues().forEach(HeardQueue::measured);
    double reach = domain.luns().size() == 1 && busy > 0 ? cost / busy : cost;
    Optional<String> change =
        capacity.measure(
            cost,
            reach,
            isSaturated && !limitsHold,
            isUneven(waiting / done),
            binds,
            limitsHold,
            now);
    change.ifPresent(domain::note);
    return change.isPresent();
  }

  /**
   * Whether somebody who wants more gets nothing, or next to nothing of what its limit lets it, and
   * waits much longer for an I/O than others do. Where all wait for the same time, who has few I/Os
   * outstanding gets little, too, but the device treats all alike.
   *
   * @param secondsPerIo mean of the domain
   */
  private boolean isUneven(double secondsPerIo) {
    for (HeardQueue queue : domain.queues()) {
      LunState lun = domain.lun(queue.id().lun());
      if (lun != null
          && queue.quality() == Demand.Quality.CENSORED
          && isStarved(queue)
          && lun.report().outstanding() >= WAITING
          && lun.report().outstanding() > LONGER * secondsPerIo * lun.completions()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStarved(HeardQueue queue) {
    RateBound limit = queue.limit();
    return queue.usage() == 0 || limit != null && queue.usage() < STARVED * reachable(queue, limit);
  }

  /**
   * What came back of the I/Os that the queues sent, as their LUNs count them; 1 where the two do
   * not count the same, as when requests were merged in between.
   *
   * @param sent per second, to all LUNs together
   * @param done per second, by them
   */
  private double answered(double sent, double done) {
    double counted = 0;
    for (HeardQueue queue : domain.queues()) {
      if (queue.request() != null && !domain.isSilent(queue)) {
        QueueSample sample = queue.request().sample();
        if (sample.latencySource() != QueueSample.LatencySource.LUN) {
          return 1;
        }
        counted += sample.bandwidth().iops().perSecond();
      }
    }
    boolean same = StrictMath.abs(sent - counted) <= SAME_COUNT * counted;
    return same && sent > 0 && done > 0 ? done / sent : 1;
  }

  private boolean anyLimitBinds() {
    for (HeardQueue queue : domain.queues()) {
      RateBound limit = queue.limit();
      if (limit != null
          && queue.quality() == Demand.Quality.CENSORED
          && queue.usage() >= BINDS * CostModel.costPerSecond(limit, queue.meanBytes())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether those who want more get, all together, less than their limits let them. Limits exceed
   * what is known of the capacity, so a device at its capacity leaves them short; while they are
   * not and the device has idle moments, the limits hold the domain back and not the device.
   *
   * <p>What they get is smoothed as a part of what they may: an amount would lag behind limits that
   * grow. Of a new limit and the last the tighter counts.
   */
  private boolean areShort() {
    double gets = 0;
    double may = 0;
    for (HeardQueue queue : domain.queues()) {
      if (queue.quality() == Demand.Quality.CENSORED) {
        RateBound limit = queue.limit();
        if (limit == null) {
          reached = Optional.empty();
          return true;
        }
        gets += queue.usage();
        RateBound before = queue.limitBefore();
        double now = reachable(queue, limit);
        may += before == null ? now : StrictMath.min(now, reachable(queue, before));
      }
    }
    if (may > 0) {
      double part = gets / may;
      reached = Optional.of(reached.map(last -> last + SMOOTHING * (part - last)).orElse(part));
    }
    return reached.filter(part -> part < SHORT).isPresent();
  }

  /** What a limit lets one direction have, in cost per second. */
  private static double reachable(HeardQueue queue, RateBound limit) {
    double cost = CostModel.costPerSecond(limit, queue.meanBytes()) * (1 - OTHER_DIRECTION);
    if (limit.iops().isEmpty()) {
      return cost;
    }
    double whole = StrictMath.max(1, StrictMath.floor(limit.iops().get().perSecond()) - 1);
    return StrictMath.min(cost, whole * CostModel.costOf(queue.meanBytes()));
  }
}
