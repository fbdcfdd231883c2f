package io.oasis.manager.server.metrics;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.explain.DomainView.QueueView.Measured;
import io.oasis.manager.core.receipt.Parts;
import io.oasis.manager.server.rest.QueueShape;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    Gauges gauges = new Gauges();
    for (DomainView view : registry.all()) {
      domain(gauges, view);
      view.queues().stream()
          .sorted(QueueShape.BUSIEST)
          .limit(MAX_QUEUES)
          .forEach(queue -> queue(gauges, view, queue));
    }
    return gauges.snapshots();
  }

  private static void domain(Gauges gauges, DomainView view) {
    Labels domain = Labels.of("domain", view.domain().value());
    for (Mode mode : Mode.values()) {
      gauges.add(
          "oasis_domain_mode",
          "1 for the mode the domain is in",
          domain.add("mode", mode.name()),
          view.rails().mode() == mode ? 1 : 0);
    }
    double usage = 0;
    for (DomainView.QueueView queue : view.queues()) {
      usage += queue.measured().usage().iops().perSecond();
    }
    gauges.add("oasis_domain_queues", "queues known", domain, view.queues().size());
    gauges.add("oasis_domain_usage_iops", "I/Os per second of all queues", domain, usage);
    capacity(gauges, domain, "lower", view.capacity().lowerIops());
    view.capacity().upperIops().ifPresent(upper -> capacity(gauges, domain, "upper", upper));
    stability(gauges, domain, view.enforcement().stability());
    gauges.add(
        "oasis_domain_adapter_alive",
        "1 while an adapter reports",
        domain,
        view.enforcement().adapter().map(DomainView.AdapterView::alive).orElse(false) ? 1 : 0);
    states(gauges, domain, view);
  }

  private static void capacity(Gauges gauges, Labels domain, String bound, double iops) {
    gauges.add(
        "oasis_domain_capacity_iops",
        "learned capacity at the present I/O size",
        domain.add("bound", bound),
        iops);
  }

  private static void stability(Gauges gauges, Labels domain, DomainView.Stability stability) {
    gauges.add(
        "oasis_domain_converged",
        "1 when every allocation stays within the dead band",
        domain,
        stability.converged() ? 1 : 0);
    gauges.count(
        "oasis_domain_reversals",
        "sign changes of moves beyond the dead band since the controller started",
        domain,
        stability.reversals());
    gauges.count(
        "oasis_domain_pushes",
        "settings sent since the controller started",
        domain,
        stability.pushes());
  }

  private static void states(Gauges gauges, Labels domain, DomainView view) {
    for (Outcome.State state : Outcome.State.values()) {
      long count =
          view.queues().stream()
              .filter(q -> q.inForce().state().filter(state::equals).isPresent())
              .count();
      gauges.add(
          "oasis_domain_limits",
          "queues by what the adapter says of their limit",
          domain.add("state", state.name()),
          count);
    }
  }

  private static void queue(Gauges gauges, DomainView view, DomainView.QueueView queue) {
    Labels labels =
        Labels.of(
            "application", queue.queue().application().value(),
            "domain", view.domain().value(),
            "lun", queue.queue().lun().value());
    gauges.add(
        "oasis_queue_usage_iops",
        "I/Os per second it gets",
        labels,
        queue.measured().usage().iops().perSecond());
    gauges.add(
        "oasis_queue_usage_bytes_per_second",
        "bytes per second it gets",
        labels,
        queue.measured().usage().bytesPerSecond().perSecond());
    gauges.add(
        "oasis_queue_demand_iops",
        "I/Os per second it is taken to want",
        labels,
        queue.measured().demand().rate().iops().perSecond());
    queue
        .share()
        .granted()
        .ifPresent(
            granted ->
                gauges.add(
                    "oasis_queue_granted_iops",
                    "I/Os per second it was granted; absent when not bounded",
                    labels,
                    granted.iops().perSecond()));
    gauges.add(
        "oasis_queue_target_iops",
        "I/Os per second that the policy wants it to have",
        labels,
        queue.share().target().iops().perSecond());
    latency(gauges, labels, queue.measured());
  }

  private static void latency(Gauges gauges, Labels labels, Measured measured) {
    gauges.add(
        "oasis_queue_latency_seconds",
        "mean latency of an I/O",
        labels,
        measured.meanLatencyMicros() / MICROS_PER_SECOND);
    measured.receipts().stream()
        .findFirst()
        .ifPresent(receipt -> receipt(gauges, labels, receipt.parts()));
  }

  private static void receipt(Gauges gauges, Labels labels, Parts parts) {
    Map<String, Double> micros = new LinkedHashMap<>();
    micros.put("device", parts.device());
    micros.put("neighbours", parts.neighbours());
    micros.put("limit", parts.limit());
    micros.put("application", parts.application());
    micros.put("unexplained", parts.unexplained());
    micros.forEach(
        (part, time) ->
            gauges.add(
                "oasis_queue_latency_part_seconds",
                "where the time of an I/O went in the last minute, a mean",
                labels.add("part", part),
                time / MICROS_PER_SECOND));
  }

  /** In the order in which they first came. */
  private static final class Gauges {
    private final Map<String, GaugeSnapshot.Builder> builders = new LinkedHashMap<>();
    private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();

    /** What only grows until its controller starts anew. */
    void count(String name, String help, Labels labels, double value) {
      counters
          .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help))
          .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    void add(String name, String help, Labels labels, double value) {
      builders
          .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
          .dataPoint(
              GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    MetricSnapshots snapshots() {
      List<MetricSnapshot> snapshots = new ArrayList<>();
      builders.values().forEach(builder -> snapshots.add(builder.build()));
      counters.values().forEach(builder -> snapshots.add(builder.build()));
      return new MetricSnapshots(snapshots);
    }
  }
}
