package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueSample;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows what becomes of a brick's counters: the worked numbers of the sampler, sharing, restarts.
 */
class BrickSamplerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BrickNames NAMES = new BrickNames(new HostId("h"), Path.of("/b.control"));

  private final BrickSampler sampler = new BrickSampler(NAMES);

  private static BrickReading.Export idle(String name, String volume) {
    return export(
        name,
        volume,
        new BrickReading.Counts(0, 0, 0, 0, 0, 0, 0, 0),
        new BrickReading.Hits(0, 0, 0),
        0);
  }

  private static BrickReading.Export export(
      String name,
      String volume,
      BrickReading.Counts counts,
      BrickReading.Hits hits,
      long heldNanos) {
    return new BrickReading.Export(
        name,
        name,
        volume,
        "main",
        1 << 20,
        counts,
        hits,
        new BrickReading.Service(heldNanos, 1, false, 0, Optional.empty()));
  }

  /** 1,000 reads, 400 of them hits of 0.1 ms, the others 10 ms, held for 2 ms of that. */
  private static BrickReading.Export worked(String name, String volume) {
    long hitNanos = 400 * 100_000L;
    long readNanos = hitNanos + 600 * 10_000_000L;
    return export(
        name,
        volume,
        new BrickReading.Counts(1_005, 1_000, 1_000, 0, 4_096_000, 0, readNanos, 0),
        new BrickReading.Hits(400, 400 * 4_096, hitNanos),
        600 * 2_000_000L);
  }

  private static BrickReading reading(
      long incarnation, long second, BrickReading.Export... exports) {
    return new BrickReading(incarnation, second * SECOND, List.of(), List.of(exports));
  }

  @Test
  void hitsCountForLatencyAndNotForTheDevice() {
    assertThat(sampler.sample(reading(1, 0, idle("a", "v")))).isEmpty();
    LunSample sample = sampler.sample(reading(1, 1, worked("a", "v"))).getFirst();

    assertThat(sample.lun()).isEqualTo(NAMES.lun("v"));
    assertThat(sample.domain()).isEqualTo(NAMES.domain("main"));
    assertThat(sample.device().iops()).isEqualTo(600);
    assertThat(sample.device().outstanding()).isCloseTo(4.8, within(1e-9));
    QueueSample queue = sample.queues().getFirst().sample();
    assertThat(queue.completionsPerSecond()).isEqualTo(600);
    assertThat(queue.arrivalsPerSecond()).isEqualTo(605);
    assertThat(queue.bytesPerSecond()).isEqualTo(600 * 4_096);
    assertThat(queue.reads().meanLatencyMicros()).isCloseTo(6_040, within(1e-6));
    assertThat(queue.outstanding()).isCloseTo(4.8, within(1e-9));
  }

  @Test
  void volumesOfOneDeviceShowTheWholeDevice() {
    sampler.sample(reading(1, 0, idle("a", "v"), idle("b", "w")));
    List<LunSample> samples = sampler.sample(reading(1, 1, worked("a", "v"), worked("b", "w")));

    assertThat(samples).hasSize(2);
    for (LunSample sample : samples) {
      assertThat(sample.device().iops()).isEqualTo(1_200);
      assertThat(sample.device().outstanding()).isCloseTo(9.6, within(1e-9));
      assertThat(sample.reads().completionsPerSecond()).isEqualTo(600);
    }
  }

  @Test
  void whatDoesNotComeBackIsOutstanding() {
    sampler.sample(reading(1, 0, worked("a", "v")));
    LunSample sample = sampler.sample(reading(1, 1, worked("a", "v"))).getFirst();

    assertThat(sample.device().outstanding()).isEqualTo(5);
    assertThat(sample.queues()).isEmpty();
  }

  @Test
  void aBrickThatWasStartedAgainBeginsAnew() {
    sampler.sample(reading(1, 0, worked("a", "v")));

    assertThat(sampler.sample(reading(2, 1, idle("a", "v")))).isEmpty();
    assertThat(sampler.sample(reading(2, 2, worked("a", "v")))).hasSize(1);
  }
}
