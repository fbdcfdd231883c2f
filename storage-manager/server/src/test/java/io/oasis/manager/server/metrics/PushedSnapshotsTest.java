package io.oasis.manager.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that what is made for Prometheus is pushed by the same names, and goes when it is gone. */
class PushedSnapshotsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private MetricSnapshots made = new MetricSnapshots();

  @Test
  void theyAreGaugesWithTheirLabelsForAsLongAsTheyAreThere() {
    try (PushedSnapshots pushed = new PushedSnapshots(registry, List.of(() -> made))) {
      made = snapshots(3);
      pushed.show();
      assertThat(registry.get("oasis_domain_queues").tag("domain", "d").gauge().value())
          .isEqualTo(3);
      assertThat(registry.get("oasis_domain_pushes").tag("domain", "d").gauge().value())
          .isEqualTo(30);
      assertThat(registry.get("oasis_domain_queues").meter().getId())
          .extracting(Meter.Id::getDescription)
          .isEqualTo("queues known");
      made = snapshots(4);
      pushed.show();
      assertThat(registry.get("oasis_domain_queues").gauge().value()).isEqualTo(4);
      made = new MetricSnapshots();
      pushed.show();
      assertThat(registry.getMeters()).isEmpty();
    }
  }

  private static MetricSnapshots snapshots(double value) {
    Labels domain = Labels.of("domain", "d");
    return new MetricSnapshots(
        GaugeSnapshot.builder()
            .name("oasis_domain_queues")
            .help("queues known")
            .dataPoint(GaugeDataPointSnapshot.builder().labels(domain).value(value).build())
            .build(),
        CounterSnapshot.builder()
            .name("oasis_domain_pushes")
            .help("settings sent")
            .dataPoint(CounterDataPointSnapshot.builder().labels(domain).value(10 * value).build())
            .build());
  }
}
