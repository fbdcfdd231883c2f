package io.oasis.manager.server.metrics;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.explain.DomainView.QueueView.Measured;
import io.oasis.manager.core.receipt.Parts;
import io.oasis.manager.server.rest.QueueShape;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.metrics.Samples;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Domains and queues as gauges, made from the views when they are asked for, so that they cost
 * nothing in between and vanish with their domain. Queues: the busiest {@link #MAX_QUEUES} of each
 * domain, because each is a time series of its own at whoever scrapes.
 */
public final class DomainMetrics implements MultiCollector {
  static final int MAX_QUEUES = 100;

  private static final double MICROS_PER_SECOND = 1e6;

  private final DomainRegistry registry;

  public DomainMetrics(DomainRegistry registry) {
    this.registry = registry;
  }

  @Override
  public MetricSnapshots collect() {
    Samples samples = new Samples();
    for (DomainView view : registry.all()) {
      domain(samples, view);
      view.queues().stream()
          .sorted(QueueShape.BUSIEST)
          .limit(MAX_QUEUES)
          .forEach(queue -> queue(samples, view, queue));
    }
    return samples.snapshots();
  }

  private static void domain(Samples samples, DomainView view) {
    Labels domain = Labels.of("domain", view.domain().value());
    for (Mode mode : Mode.values()) {
      samples.gauge(
          "oasis_domain_mode",
          "1 for the mode the domain is in",
          domain.add("mode", mode.name()),
          view.rails().mode() == mode ? 1 : 0);
    }
    double usage = 0;
    for (DomainView.QueueView queue : view.queues()) {
      usage += queue.measured().usage().iops().perSecond();
    }
    samples.gauge("oasis_domain_queues", "queues known", domain, view.queues().size());
    samples.gauge("oasis_domain_usage_iops", "I/Os per second of all queues", domain, usage);
    capacity(samples, domain, "lower", view.capacity().lowerIops());
    view.capacity().upperIops().ifPresent(upper -> capacity(samples, domain, "upper", upper));
    stability(samples, domain, view.enforcement().stability());
    samples.gauge(
        "oasis_domain_adapter_alive",
        "1 while an adapter reports",
        domain,
        view.enforcement().adapter().map(DomainView.AdapterView::alive).orElse(false) ? 1 : 0);
    states(samples, domain, view);
  }

  private static void capacity(Samples samples, Labels domain, String bound, double iops) {
    samples.gauge(
        "oasis_domain_capacity_iops",
        "learned capacity at the present I/O size",
        domain.add("bound", bound),
        iops);
  }

  private static void stability(Samples samples, Labels domain, DomainView.Stability stability) {
    samples.gauge(
        "oasis_domain_converged",
        "1 when every allocation stays within the dead band",
        domain,
        stability.converged() ? 1 : 0);
    samples.count(
        "oasis_domain_reversals",
        "sign changes of moves beyond the dead band since the controller started",
        domain,
        stability.reversals());
    samples.count(
        "oasis_domain_pushes",
        "settings sent since the controller started",
        domain,
        stability.pushes());
  }

  private static void states(Samples samples, Labels domain, DomainView view) {
    for (Outcome.State state : Outcome.State.values()) {
      long count =
          view.queues().stream()
              .filter(q -> q.inForce().state().filter(state::equals).isPresent())
              .count();
      samples.gauge(
          "oasis_domain_limits",
          "queues by what the adapter says of their limit",
          domain.add("state", state.name()),
          count);
    }
  }

  private static void queue(Samples samples, DomainView view, DomainView.QueueView queue) {
    Labels labels =
        Labels.of(
            "application", queue.queue().application().value(),
            "domain", view.domain().value(),
            "lun", queue.queue().lun().value());
    samples.gauge(
        "oasis_queue_usage_iops",
        "I/Os per second it gets",
        labels,
        queue.measured().usage().iops().perSecond());
    samples.gauge(
        "oasis_queue_usage_bytes_per_second",
        "bytes per second it gets",
        labels,
        queue.measured().usage().bytesPerSecond().perSecond());
    samples.gauge(
        "oasis_queue_demand_iops",
        "I/Os per second it is taken to want",
        labels,
        queue.measured().demand().rate().iops().perSecond());
    queue
        .share()
        .granted()
        .ifPresent(
            granted ->
                samples.gauge(
                    "oasis_queue_granted_iops",
                    "I/Os per second it was granted; absent when not bounded",
                    labels,
                    granted.iops().perSecond()));
    samples.gauge(
        "oasis_queue_target_iops",
        "I/Os per second that the policy wants it to have",
        labels,
        queue.share().target().iops().perSecond());
    latency(samples, labels, queue.measured());
  }

  private static void latency(Samples samples, Labels labels, Measured measured) {
    samples.gauge(
        "oasis_queue_latency_seconds",
        "mean latency of an I/O",
        labels,
        measured.meanLatencyMicros() / MICROS_PER_SECOND);
    measured.receipts().stream()
        .findFirst()
        .ifPresent(receipt -> receipt(samples, labels, receipt.parts()));
  }

  private static void receipt(Samples samples, Labels labels, Parts parts) {
    Map<String, Double> micros = new LinkedHashMap<>();
    micros.put("device", parts.device());
    micros.put("neighbours", parts.neighbours());
    micros.put("limit", parts.limit());
    micros.put("application", parts.application());
    micros.put("unexplained", parts.unexplained());
    micros.forEach(
        (part, time) ->
            samples.gauge(
                "oasis_queue_latency_part_seconds",
                "where the time of an I/O went in the last minute, a mean",
                labels.add("part", part),
                time / MICROS_PER_SECOND));
  }
}
