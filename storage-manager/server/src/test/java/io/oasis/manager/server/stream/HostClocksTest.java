package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HostId;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows what is told of hosts' clocks, and of how many. */
class HostClocksTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  private final HostClocks clocks = new HostClocks(() -> now);

  private List<GaugeDataPointSnapshot> shown() {
    return clocks.collect().stream()
        .flatMap(snapshot -> ((GaugeSnapshot) snapshot).getDataPoints().stream())
        .toList();
  }

  @Test
  void aClockThatIsAheadAndOneThatIsBehindAreTold() {
    clocks.heard(new HostId("fast"), START.plusMillis(2_500));
    clocks.heard(new HostId("slow"), START.minusMillis(4_000));
    assertThat(shown()).extracting(GaugeDataPointSnapshot::getValue).containsExactly(2.5, -4.0);
    assertThat(shown().getFirst().getLabels().get("host")).isEqualTo("fast");
  }

  @Test
  void whoIsSilentForAMinuteIsForgotten() {
    clocks.heard(new HostId("gone"), START);
    now = START.plusSeconds(61);
    clocks.heard(new HostId("here"), now);
    assertThat(shown()).extracting(point -> point.getLabels().get("host")).containsExactly("here");
  }

  @Test
  void madeUpHostsTakeTheOldestPlaceAndNoMoreRoom() {
    for (int i = 0; i <= HostClocks.MOST_HOSTS; i++) {
      clocks.heard(new HostId("host" + i), START);
    }
    assertThat(shown()).hasSize(HostClocks.MOST_HOSTS);
    assertThat(shown().getFirst().getLabels().get("host")).isEqualTo("host1");
  }
}
