package io.oasis.manager.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.oasis.messaging.telemetry.PushedMeters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is made when Prometheus asks, as gauges of a registry that pushes. They are made anew some
 * times between two pushes, as nobody says when one is due; what is gone is gone here too.
 */
public final class PushedSnapshots implements AutoCloseable {
  private static final Duration REFRESH = PushedMeters.STEP.dividedBy(3);
  private static final Logger LOG = LoggerFactory.getLogger(PushedSnapshots.class);

  private final MeterRegistry registry;
  private final List<MultiCollector> collectors;
  private final Map<String, MultiGauge> gauges = new HashMap<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("oasis-pushed").factory());

  public PushedSnapshots(MeterRegistry registry, List<MultiCollector> collectors) {
    this.registry = registry;
    this.collectors = collectors;
    var _ =
        thread.scheduleWithFixedDelay(this::refresh, 0, REFRESH.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Never throws: a throw would end the schedule. */
  private void refresh() {
    try {
      show();
    } catch (RuntimeException e) {
      LOG.error("domains cannot be pushed", e);
    }
  }

  synchronized void show() {
    Map<String, List<MultiGauge.Row<?>>> rows = new HashMap<>();
    for (MultiCollector collector : collectors) {
      for (MetricSnapshot snapshot : collector.collect()) {
        String name = snapshot.getMetadata().getName();
        gauges.computeIfAbsent(
            name,
            _ ->
                MultiGauge.builder(name)
                    .description(snapshot.getMetadata().getHelp())
                    .register(registry));
        rows.put(name, rows(snapshot));
      }
    }
    gauges.forEach((name, gauge) -> gauge.register(rows.getOrDefault(name, List.of()), true));
  }

  private static List<MultiGauge.Row<?>> rows(MetricSnapshot snapshot) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (DataPointSnapshot point : snapshot.getDataPoints()) {
      rows.add(MultiGauge.Row.of(tags(point.getLabels()), value(point)));
    }
    return rows;
  }

  private static Tags tags(Labels labels) {
    return Tags.of(
        labels.stream().map(label -> Tag.of(label.getName(), label.getValue())).toList());
  }

  private static double value(DataPointSnapshot point) {
    return switch (point) {
      case GaugeDataPointSnapshot gauge -> gauge.getValue();
      case CounterDataPointSnapshot counter -> counter.getValue();
      default -> throw new IllegalArgumentException("neither gauge nor counter: " + point);
    };
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
