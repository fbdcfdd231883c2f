package io.oasis.manager.core;

import io.oasis.manager.core.receipt.Bottleneck;
import io.oasis.manager.core.receipt.Interval;
import io.oasis.manager.core.receipt.Interval.Limit;
import io.oasis.protocol.Demand;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.QueueSample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Writes down where each queue's latency of an interval came from, in O(queues). */
final class Receipts {
  private Receipts() {}

  /** Before the next decision: with the limits that were in force. */
  static void take(DomainState state, Instant now) {
    List<QueueState> queues =
        state.queues().stream().filter(queue -> !state.isSilent(queue, now)).toList();
    Totals totals = Totals.of(queues);
    if (totals.completions <= 0) {
      return;
    }
    state.atRest.measure(totals.outstanding, totals.latencyMicros);
    double service = servicePerIoMicros(state, totals);
    boolean above = isAbove(state);
    List<Interval> intervals =
        queues.stream().map(queue -> interval(state, queue, service, above)).toList();
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
   * By its capacity; while that is not known, by the time in which there was something to do: some
   * LUN had I/O in flight, if each had whenever it liked.
   */
  private static double servicePerIoMicros(DomainState state, Totals totals) {
    Optional<Double> capacity = state.capacity.toShare();
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

  /** Whether limits act above the agent's counters: in the host's kernel. */
  private static boolean isAbove(DomainState state) {
    return state.adapters.values().stream()
        .allMatch(adapter -> adapter.status.target().startsWith("cgroup"));
  }

  private static Interval interval(
      DomainState state, QueueState queue, double service, boolean above) {
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
        limit(queue, above));
  }

  private static Limit limit(QueueState queue, boolean above) {
    if (queue.pushed == null) {
      return Limit.NONE;
    }
    if (queue.quality() != Demand.Quality.CENSORED) {
      return Limit.SLACK;
    }
    return above ? Limit.ABOVE : Limit.BELOW;
  }
}
