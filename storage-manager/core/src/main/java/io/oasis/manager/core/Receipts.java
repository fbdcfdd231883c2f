package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.receipt.Bottleneck;
import io.oasis.manager.core.receipt.Interval;
import io.oasis.manager.core.receipt.Interval.Limit;
import io.oasis.protocol.Demand;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Writes down where each queue's latency of an interval came from, in O(queues). */
final class Receipts {
  /** A target that limits each direction keeps a part for the quieter one; agents go by this. */
  private static final double LEAST_PASSING = 0.97;

  /**
   * Who uses up so much of a kernel's limit may be held back by it, though it is taken to have all
   * it wants: of who is not, Little's law says that nothing is held.
   */
  private static final double NEARLY = 0.9;

  private Receipts() {}

  /** Before the next decision: with the limits that were in force. */
  static void take(DomainState state, Instant now) {
    List<QueueState> queues =
        state.queues().stream().filter(queue -> !state.isSilent(queue)).toList();
    Totals totals = Totals.of(queues);
    if (totals.completions <= 0) {
      return;
    }
    state.atRest.measure(totals.outstanding, totals.latencyMicros);
    double service = servicePerIoMicros(state, totals);
    boolean above = isAbove(state);
    queues.forEach(queue -> queue.receipts.use(used(queue)));
    double passing = above ? 1 : passing(queues);
    List<Interval> intervals =
        queues.stream().map(queue -> interval(state, queue, service, above, passing)).toList();
    Bottleneck bottleneck = Bottleneck.of(intervals, service);
    for (int i = 0; i < queues.size(); i++) {
      queues.get(i).receipts.add(intervals.get(i), bottleneck, now);
    }
  }

  /** Of a domain in an interval, per second; the latency is the mean of its I/Os. */
  private record Totals(double completions, double cost, double outstanding, double latencyMicros) {
    static Totals of(List<QueueState> queues) {
      double completions = 0;
      double cost = 0;
      double micros = 0;
      for (QueueState queue : queues) {
        QueueSample sample = sample(queue);
        completions += sample.completionsPerSecond();
        cost += queue.usage();
        micros += sample.completionsPerSecond() * sample.meanLatencyMicros();
      }
      double latency = completions > 0 ? micros / completions : 0;
      return new Totals(completions, cost, micros / 1e6, latency);
    }
  }

  private static QueueSample sample(QueueState queue) {
    return Optional.ofNullable(queue.request).orElseThrow().sample();
  }

  /**
   * By what it is known to carry: a capacity that is only tried makes nothing faster. While that is
   * not known, by the time in which there was something to do: some LUN had I/O in flight, if each
   * had whenever it liked.
   */
  private static double servicePerIoMicros(DomainState state, Totals totals) {
    Optional<Double> capacity = state.capacity.carried();
    if (capacity.isPresent()) {
      return 1e6 * totals.cost / totals.completions / capacity.get();
    }
    double idle = 1;
    for (LunState lun : state.luns.values()) {
      LunReport report = lun.report;
      idle *= report != null && lun.fresh ? 1 - StrictMath.min(1, report.utilisation()) : 1;
    }
    return 1e6 * (1 - idle) / totals.completions;
  }

  /** Whether limits act above the agent's counters. */
  private static boolean isAbove(DomainState state) {
    return state.adapters.values().stream()
        .allMatch(adapter -> adapter.status.target().holdsAboveCounters());
  }

  private static Interval interval(
      DomainState state, QueueState queue, double service, boolean above, double passing) {
    LunState lun = state.luns.get(queue.queue.lun());
    LunReport report = lun == null ? null : lun.report;
    double base = report == null ? 0 : report.baseLatencyMicros();
    QueueSample sample = sample(queue);
    return new Interval(
        sample.completionsPerSecond() * state.config.interval().toMillis() / 1e3,
        sample.completionsPerSecond(),
        sample.meanLatencyMicros(),
        sample.outstanding(),
        report == null ? 1 : report.utilisation(),
        state.atRest.microsOr(StrictMath.min(base, service)),
        limit(queue, above),
        above ? 0 : paceMicros(queue, passing),
        queue.pushed == null ? 1 : StrictMath.min(1, queue.receipts.used() / passing),
        queue.receipts.freeDepth());
  }

  /** The part of a limit that passes, as those that stand at theirs show. */
  private static double passing(List<QueueState> queues) {
    double most = LEAST_PASSING;
    for (QueueState queue : queues) {
      if (queue.pushed != null && queue.quality() == Demand.Quality.CENSORED) {
        most = StrictMath.max(most, queue.receipts.used());
      }
    }
    return StrictMath.min(1, most);
  }

  private static double used(QueueState queue) {
    return queue.pushed == null ? Double.NaN : queue.usage() / costPerSecond(queue, queue.pushed);
  }

  private static double paceMicros(QueueState queue, double passing) {
    return queue.pushed == null
        ? 0
        : 1e6 * CostModel.costOf(queue.meanBytes) / costPerSecond(queue, queue.pushed) / passing;
  }

  /**
   * What a limit lets it have: of a new one and the last the tighter, which was in force a while.
   */
  private static double costPerSecond(QueueState queue, RateBound limit) {
    double now = CostModel.costPerSecond(limit, queue.meanBytes);
    RateBound before = queue.pushedBefore;
    return before == null
        ? now
        : StrictMath.min(now, CostModel.costPerSecond(before, queue.meanBytes));
  }

  private static Limit limit(QueueState queue, boolean above) {
    if (queue.pushed == null) {
      return Limit.NONE;
    }
    boolean censored = queue.quality() == Demand.Quality.CENSORED;
    if (above) {
      return censored || queue.receipts.used() >= NEARLY ? Limit.ABOVE : Limit.SLACK;
    }
    return censored ? Limit.BELOW : Limit.SLACK;
  }
}
