package io.oasis.manager.core;

import io.oasis.manager.core.DomainView.AdapterView;
import io.oasis.manager.core.DomainView.HarmView;
import io.oasis.manager.core.DomainView.InsulationView;
import io.oasis.manager.core.DomainView.QueueView;
import io.oasis.manager.core.DomainView.Stability;
import io.oasis.manager.core.DomainView.Standing;
import io.oasis.manager.core.capacity.CostModel;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes views of a domain. */
final class Views {
  /** Intervals without a move beyond the dead band after which a domain counts as converged. */
  private static final int CONVERGED_INTERVALS = 5;

  private static final Demand UNKNOWN =
      new Demand(Demand.Quality.STALE, Bandwidth.ZERO, Optional.empty(), "not measured yet");

  private Views() {}

  static DomainView of(DomainState state, List<InsulationView> insulation, Instant now) {
    List<QueueView> queues = new ArrayList<>();
    long reversals = 0;
    for (QueueState queue : state.queues()) {
      queues.add(of(state, queue));
      reversals += queue.motion.reversals();
    }
    long sinceMove = state.interval - state.movedAt;
    return new DomainView(
        state.domain,
        state.version,
        now,
        state.rails,
        state.capacity.estimate(meanBytes(state), now),
        Double.isNaN(state.price) ? Optional.empty() : Optional.of(state.price),
        List.copyOf(queues),
        adapter(state, now),
        findings(state, now),
        new HarmView(state.harm.phase(), state.harm.last()),
        new Stability(sinceMove >= CONVERGED_INTERVALS, sinceMove, reversals, state.pushes),
        List.copyOf(state.recent),
        insulation);
  }

  private static Optional<AdapterView> adapter(DomainState state, Instant now) {
    return state.adapters.values().stream()
        .max((a, b) -> a.seenAt.compareTo(b.seenAt))
        .map(
            adapter ->
                new AdapterView(
                    adapter.status.adapter(),
                    adapter.status.session(),
                    adapter.status.target().kind(),
                    adapter.seenAt,
                    adapter.isAlive(now)));
  }

  private static List<Findings> findings(DomainState state, Instant now) {
    List<Findings> living = new ArrayList<>();
    state.findings.forEach(
        (adapter, findings) -> {
          AdapterState known = state.adapters.get(adapter);
          if (known != null
              && known.isAlive(now)
              && known.status.session().equals(findings.session())) {
            living.add(findings);
          }
        });
    return List.copyOf(living);
  }

  private static QueueView of(DomainState state, QueueState queue) {
    Request request = queue.request;
    double target = Double.isNaN(queue.target) ? queue.usage() : queue.target;
    return new QueueView(
        queue.queue,
        queue.rails.weight(),
        request == null ? Bandwidth.ZERO : request.sample().bandwidth(),
        request == null ? UNKNOWN : request.demand(),
        CostModel.bandwidth(target, queue.meanBytes),
        queue.isLimited()
            ? Optional.of(CostModel.bandwidth(queue.allocation, queue.meanBytes))
            : Optional.empty(),
        Optional.ofNullable(queue.pushed),
        request == null ? 0 : request.sample().meanLatencyMicros(),
        request == null ? 0 : request.sample().outstanding(),
        Optional.ofNullable(queue.state),
        queue.cause,
        queue.bound,
        standing(state, queue),
        queue.receipts.receipts());
  }

  private static Standing standing(DomainState state, QueueState queue) {
    if (state.isInsulated()) {
      return Standing.INSULATED;
    }
    if (queue.isExcluded()) {
      return Standing.EXCLUDED;
    }
    boolean saturated = !Double.isNaN(state.price) || state.capacity.toShare().isPresent();
    return saturated ? Standing.SHARING : Standing.NEVER_SATURATED;
  }

  /** Mean size of the domain's I/O, over all queues; 0 when there is none. */
  static double meanBytes(DomainState state) {
    double iops = 0;
    double bytes = 0;
    for (QueueState queue : state.queues()) {
      if (queue.request != null) {
        iops += queue.request.sample().completionsPerSecond();
        bytes += queue.request.sample().bytesPerSecond();
      }
    }
    return iops > 0 ? bytes / iops : 0;
  }
}
