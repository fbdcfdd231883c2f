package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.Flow;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import org.junit.jupiter.api.Test;

/** The size of a queue's I/Os follows slowly, and at once where it does another kind. */
class IoProfileTest {
  private static final QueueId QUEUE = QueueId.parse("h:/a|lun");

  private final IoProfile profile = new IoProfile();

  @Test
  void aSizeThatChangesByHalfIsSmoothedBothWays() {
    take(100, 0, 4_000);
    take(100, 0, 6_000);
    assertThat(profile.meanBytes()).isEqualTo(4_600);
    take(100, 0, 6_900);
    assertThat(profile.meanBytes()).isEqualTo(5_290);
  }

  @Test
  void aSizeThatShrinksByAThirdIsSmoothed() {
    take(100, 0, 6_000);
    take(100, 0, 4_000);
    assertThat(profile.meanBytes()).isEqualTo(5_400);
  }

  @Test
  void aSizeThatChangesByMoreIsTakenAtOnce() {
    take(100, 0, 4_000);
    take(100, 0, 6_001);
    assertThat(profile.meanBytes()).isEqualTo(6_001);
    take(100, 0, 4_000);
    assertThat(profile.meanBytes()).isEqualTo(4_000);
  }

  @Test
  void readsCountByTheirCost() {
    take(300, 100, 4_096);
    assertThat(profile.readShare()).isCloseTo(0.75, within(1e-9));
    take(0, 100, 4_096);
    assertThat(profile.readShare()).as("seven tenths of it").isCloseTo(0.525, within(1e-9));
  }

  @Test
  void anIntervalWithoutIoChangesNothing() {
    take(0, 100, 4_096);
    take(0, 0, 4_096);
    assertThat(profile.meanBytes()).isEqualTo(4_096);
    assertThat(profile.readShare()).isZero();
  }

  private void take(double reads, double writes, double bytes) {
    QueueSample sample = Said.request(QUEUE, flow(reads, bytes), flow(writes, bytes)).sample();
    profile.take(sample);
  }

  private static Flow flow(double iops, double bytes) {
    return new Flow(iops, iops, iops * bytes, 100);
  }
}
