package io.oasis.manager.server.stream;

import io.oasis.protocol.HostId;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;

/**
 * By how much each host's clock is ahead of ours, as its agent's last report shows: the end of an
 * interval by its clock, less the moment by ours at which it was read. A report is under way for
 * some milliseconds, and for long where we are behind: that looks like a clock that is behind. One
 * that is ahead is ahead by at least so much.
 */
public final class HostClocks implements MultiCollector {
  /** Whoever may write reports may make up hosts; more than these are not told apart. */
  static final int MOST_HOSTS = 2_000;

  /** A host that has been silent for so long is not shown any more. */
  private static final Duration MEMORY = Duration.ofMinutes(1);

  private static final double NANOS_PER_SECOND = 1e9;

  private final InstantSource clock;

  /** The one that was silent for longest comes first. */
  private final LinkedHashMap<String, Reading> readings = new LinkedHashMap<>();

  private record Reading(Instant read, double aheadSeconds) {}

  public HostClocks(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void heard(HostId host, Instant at) {
    Instant now = clock.instant();
    readings.remove(host.value());
    if (readings.size() == MOST_HOSTS) {
      readings.pollFirstEntry();
    }
    readings.put(host.value(), new Reading(now, seconds(Duration.between(now, at))));
    forget(now);
  }

  @Override
  public synchronized MetricSnapshots collect() {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("oasis_host_clock_ahead_seconds")
            .help("by how much the host's clock is ahead of the manager's, by its last report");
    readings.forEach(
        (host, reading) ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("host", host))
                    .value(reading.aheadSeconds())
                    .build()));
    return readings.isEmpty() ? new MetricSnapshots() : new MetricSnapshots(gauge.build());
  }

  private void forget(Instant now) {
    readings.values().removeIf(reading -> reading.read().isBefore(now.minus(MEMORY)));
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / NANOS_PER_SECOND;
  }
}
