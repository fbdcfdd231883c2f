package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.protocol.Flow;
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

  /** 300 reads, 100 of them hits of 1 ms, and 100 writes in two seconds; 30 more are in flight. */
  @Test
  void countersThatWentOnForLongTellOfTheTwoSecondsOnly() {
    sampler.sample(reading(1, 3, old("a"), old("b")));
    LunSample sample = sampler.sample(reading(1, 5, late("a"), late("b"))).getFirst();

    assertThat(sample.seconds()).isEqualTo(2);
    QueueSample one = sample.queues().getFirst().sample();
    assertThat(one.reads()).isEqualTo(new Flow(110, 100, 409_600, 10_000));
    assertThat(one.writes()).isEqualTo(new Flow(55, 50, 409_600, 20_000));
    assertThat(one.outstanding()).isEqualTo(2);
    assertThat(sample.reads()).isEqualTo(new Flow(220, 200, 819_200, 10_000));
    assertThat(sample.writes()).isEqualTo(new Flow(110, 100, 819_200, 20_000));
    assertThat(sample.device()).isEqualTo(new LunSample.Device(300, 1_638_400, 4, 1, 0));
  }

  @Test
  void whatTheCacheAloneAnsweredIsNoFlow() {
    sampler.sample(reading(1, 0, idle("a", "v")));
    LunSample sample =
        sampler
            .sample(
                reading(
                    1,
                    1,
                    export(
                        "a",
                        "v",
                        new BrickReading.Counts(100, 100, 100, 0, 409_600, 0, 10_000_000, 0),
                        new BrickReading.Hits(100, 409_600, 10_000_000),
                        0)))
            .getFirst();

    assertThat(sample.reads()).isEqualTo(Flow.NONE);
    assertThat(sample.queues()).isEmpty();
  }

  @Test
  void anIntervalOfNoLengthTellsNothing() {
    sampler.sample(reading(1, 1, idle("a", "v")));

    assertThat(sampler.sample(reading(1, 1, worked("a", "v")))).isEmpty();
  }

  private static BrickReading.Export old(String name) {
    return export(
        name,
        "v",
        new BrickReading.Counts(
            100, 90, 60, 30, 60 * 4_096, 30 * 8_192, 600_000_000L, 300_000_000L),
        new BrickReading.Hits(20, 20 * 4_096, 2_000_000L),
        50_000_000L);
  }

  /** What {@link #old} was two seconds later: its limit held for 0.9 s of its 5 s. */
  private static BrickReading.Export late(String name) {
    return export(
        name,
        "v",
        new BrickReading.Counts(
            530, 490, 360, 130, 360 * 4_096, 130 * 8_192, 3_600_000_000L, 2_300_000_000L),
        new BrickReading.Hits(120, 120 * 4_096, 102_000_000L),
        950_000_000L);
  }
}
