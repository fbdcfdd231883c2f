package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Demand;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Turns what is known of the queues into the claims of one decision. */
final class Claims {
  /** An observed demand is granted with this much room to grow before it stands at its limit. */
  static final double DEMAND_MARGIN = 0.05;

  /** The least of that room, in operations per second: limits are whole numbers. */
  private static final double DEMAND_MARGIN_IOPS = 1;

  /**
   * An observed demand that falls by less than this is noise: what was taken before still holds.
   */
  private static final double DEMAND_HYSTERESIS = 0.1;

  /** Who uses this part of its demand is held back by nothing, and leaves only its margin. */
  private static final double SATISFIED = 0.8;

  /** At most this part of the capacity is given out a second time because margins are not used. */
  private static final double MOST_SPARE = 0.07;

  /** Unused margins count for what is left after so many of their standard deviations. */
  private static final double SPARE_DEVIATIONS = 2;

  /** A demand falls by at most this factor an interval, so that a pause costs little. */
  private static final double DEMAND_FALL = 0.5;

  /** Who has done nothing for so many intervals, and wants nothing, does not pause. */
  private static final int IDLE_INTERVALS = 2;

  /** A queue that wants nothing keeps this part of an equal share, to start again from. */
  static final double IDLE_SHARE = 0.04;

  /** Cost per second below which no queue is ever pressed. */
  static final double LEAST = 4;

  private Claims() {}

  /** One claim per queue, in order; {@code capacity} is what these queues share. */
  static List<Claim> of(List<Share> shares, double capacity) {
    Map<GuardRail, double[]> totals = totals(shares);
    double idle = StrictMath.max(LEAST, IDLE_SHARE * capacity / StrictMath.max(1, shares.size()));
    List<Claim> claims = new ArrayList<>(shares.size());
    for (Share share : shares) {
      HeardQueue queue = share.heard;
      double limit =
          queue
              .rails()
              .limit()
              .map(shared -> part(shared, queue, totals))
              .orElse(Double.POSITIVE_INFINITY);
      double reserve =
          queue.rails().reserve().map(shared -> part(shared, queue, totals)).orElse(0.0);
      double demand = StrictMath.max(idle, demand(share));
      share.demandUsed = Optional.of(demand);
      share.reserve = StrictMath.min(reserve, limit);
      share.cap = limit;
      claims.add(
          new Claim(
              queue.rails().weight(),
              demand,
              share.reserve(),
              limit,
              queue.usage(),
              share.allocation(),
              requested(queue)));
    }
    return claims;
  }

  /**
   * What the queue wants: unbounded while it is held back, else what was observed, with a margin.
   */
  private static double demand(Share share) {
    HeardQueue queue = share.heard;
    if (queue.request() == null) {
      return 0;
    }
    Demand demand = queue.request().demand();
    return switch (demand.quality()) {
      case CENSORED -> Double.POSITIVE_INFINITY;
      case OBSERVED, STALE -> {
        double wanted = CostModel.costPerSecond(demand.rate());
        double least = wanted > 0 ? DEMAND_MARGIN_IOPS * CostModel.costOf(queue.meanBytes()) : 0;
        double now = wanted + StrictMath.max(DEMAND_MARGIN * wanted, least);
        boolean isIdle = wanted == 0 && queue.idleIntervals() >= IDLE_INTERVALS;
        if (share.demandUsed.isEmpty() || isIdle) {
          yield now;
        }
        double before =
            share
                .demandUsed
                .filter(known -> known < Double.POSITIVE_INFINITY)
                .orElse(StrictMath.max(queue.usage(), share.allocation().orElse(0.0)));
        boolean same = now <= before && now >= (1 - DEMAND_HYSTERESIS) * before;
        yield same ? before : StrictMath.max(now, DEMAND_FALL * before);
      }
    };
  }

  /**
   * What the margins of observed demands leave unused: the others can have it, or the device would
   * stay short of work by just that. Few queues may use all of their margins at once, many do not:
   * each is taken to use all or nothing of its own, so n equal ones leave n less 2 sqrt(n) of them.
   */
  static double spareMargin(List<Share> shares, double capacity) {
    double unused = 0;
    double squares = 0;
    for (Share share : shares) {
      HeardQueue queue = share.heard;
      double demand = share.demandUsed.orElse(Double.POSITIVE_INFINITY);
      boolean isSatisfied = queue.usage() >= SATISFIED * demand;
      if (queue.quality() == Demand.Quality.OBSERVED && isSatisfied) {
        double margin = StrictMath.max(0, demand - queue.usage());
        unused += margin;
        squares += margin * margin;
      }
    }
    double spare = unused - SPARE_DEVIATIONS * StrictMath.sqrt(squares);
    return StrictMath.max(0, StrictMath.min(spare, MOST_SPARE * capacity));
  }

  private static Optional<Double> requested(HeardQueue queue) {
    return queue.request() == null
        ? Optional.empty()
        : queue.request().requested().map(CostModel::costPerSecond);
  }

  private static double cost(RateBound bound, HeardQueue queue) {
    double cost = CostModel.costPerSecond(bound, queue.meanBytes());
    return cost < Double.POSITIVE_INFINITY
        ? cost
        : CostModel.costPerSecond(bound, CostModel.BYTES_PER_COST);
  }

  /** Usage and number of the queues that share each rail. */
  private static Map<GuardRail, double[]> totals(List<Share> shares) {
    Map<GuardRail, double[]> totals = new HashMap<>();
    for (Share share : shares) {
      HeardQueue queue = share.heard;
      Stream.of(queue.rails().reserve(), queue.rails().limit())
          .flatMap(Optional::stream)
          .map(Rails.Shared::rail)
          .distinct()
          .forEach(
              rail -> {
                double[] total = totals.computeIfAbsent(rail, _ -> new double[2]);
                total[0] += queue.usage();
                total[1]++;
              });
    }
    return totals;
  }

  /** The queue's part of what its rail gives: by usage, or evenly while nothing is used. */
  private static double part(
      Rails.Shared shared, HeardQueue queue, Map<GuardRail, double[]> totals) {
    double[] total = Objects.requireNonNull(totals.get(shared.rail()));
    double part = total[0] > 0 ? queue.usage() / total[0] : 1 / total[1];
    return cost(shared.rate(), queue) * part;
  }
}
