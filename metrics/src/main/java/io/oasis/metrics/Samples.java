package io.oasis.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one scrape reads of things that come and go, or are counted elsewhere already: it costs
 * nothing until somebody asks, and vanishes with what it is of. Names are Prometheus' own, those of
 * counters without {@code _total}; they keep the order in which they first came.
 */
public final class Samples {
  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, SummarySnapshot.Builder> summaries = new LinkedHashMap<>();

  public void gauge(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** What only grows until whoever counts starts anew. */
  public void count(String name, String help, Labels labels, double value) {
    counters
        .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** How many there were, and their sum: neither ever shrinks. */
  public void sum(String name, String help, Labels labels, long count, double sum) {
    summaries
        .computeIfAbsent(name, n -> SummarySnapshot.builder().name(n).help(help))
        .dataPoint(SummaryDataPointSnapshot.builder().labels(labels).count(count).sum(sum).build());
  }

  public MetricSnapshots snapshots() {
    List<MetricSnapshot> snapshots = new ArrayList<>();
    gauges.values().forEach(builder -> snapshots.add(builder.build()));
    counters.values().forEach(builder -> snapshots.add(builder.build()));
    summaries.values().forEach(builder -> snapshots.add(builder.build()));
    return new MetricSnapshots(snapshots);
  }
}
