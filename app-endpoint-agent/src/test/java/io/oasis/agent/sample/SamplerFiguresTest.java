package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.linux.Asked;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows the figures of a sample, reads and writes, and who is listed in it. */
class SamplerFiguresTest {
  private static final DeviceNumber SDA = SamplerTest.SDA;
  private static final DeviceNumber LOOP = new DeviceNumber(7, 0);

  private final Map<String, RateBound> limits = new HashMap<>();
  private final Sampler sampler =
      new Sampler(
          new HostId("h"), queue -> Optional.ofNullable(limits.get(queue.application().value())));
  private final Recording now = new Recording();

  /** 1,000 reads of 8 ms and 400 writes of 5 ms, each of 4 KiB, in two seconds. */
  @Test
  void allFiguresArePerSecondOfTheIntervalAndOfItAlone() {
    now.disk(SDA, 100, 800, 50, 40, 640, 20, 4, 10, 70).cgroup("/a", SDA, 7, 9);
    now.flying(SDA, 3, 1);
    sampler.sample(now.at(10));
    now.disk(SDA, 1_100, 8_800, 8_050, 440, 3_840, 2_020, 13, 1_010, 10_070);
    now.cgroup("/a", SDA, 1_007, 409).flying(SDA, 7, 6);
    LunSample sample = sampler.sample(now.at(12)).getFirst();
    assertThat(sample.reads()).isEqualTo(new Flow(502, 500, 2_048_000, 8_000));
    assertThat(sample.writes()).isEqualTo(new Flow(202.5, 200, 819_200, 5_000));
    assertThat(sample.device()).isEqualTo(new LunSample.Device(700, 2_867_200, 5, 0.5, 0));
    assertThat(sample.device().meanBytes()).isEqualTo(4_096);
    assertThat(sample.queues()).hasSize(1);
    QueueSample queue = sample.queues().getFirst().sample();
    assertThat(queue.reads()).isEqualTo(new Flow(500, 500, 2_048_000, 8_000));
    assertThat(queue.writes()).isEqualTo(new Flow(200, 200, 819_200, 5_000));
    assertThat(queue.outstanding()).isCloseTo(5, within(1e-9));
  }

  @Test
  void whileNothingComesBackWhatIsInFlightIsOutstanding() {
    idle(0);
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 3, 1_000, 0);
    LunSample.Device device = sampler.sample(now.at(1)).getFirst().device();
    assertThat(device.outstanding()).isEqualTo(3);
    assertThat(device.meanBytes()).isZero();
  }

  @Test
  void anIntervalOfNoLengthTellsNothing() {
    idle(1);
    assertThat(sampler.sample(now.at(1))).isEmpty();
  }

  /** 132 of the cgroup, 40 reads and 60 writes of the root on this device entered, 200 are done. */
  @Test
  void readsAndWritesOfTheRootOnTheSameDeviceEnteredToo() {
    now.root = List.of(new CgroupIo(LOOP, 5, 5, 0, 0), new CgroupIo(SDA, 10, 10, 0, 0));
    now.cgroup("/a", SDA, 0, 0);
    idle(0);
    sampler.sample(now.at(1));
    limits.put("h:/a", RateBound.ofIops(100));
    now.root = List.of(new CgroupIo(LOOP, 900, 900, 0, 0), new CgroupIo(SDA, 50, 70, 0, 0));
    now.cgroup("/a", SDA, 132, 0).disk(SDA, 140, 1_120, 0, 60, 480, 0, 0, 0, 0);
    assertThat(held(sampler.sample(now.at(2)))).containsEntry("h:/a", 32.0);
  }

  /** Of 1,100 in a second 11 entered in the 10 ms between the two readings. */
  @Test
  void whatEnteredBetweenTheTwoReadingsIsNotHeld() {
    now.root = List.of(new CgroupIo(SDA, 0, 0, 0, 0));
    now.cgroup("/a", SDA, 0, 0);
    idle(0);
    sampler.sample(now.at(1));
    limits.put("h:/a", RateBound.ofIops(1_000));
    now.cgroupsLater = 10_000_000;
    now.cgroup("/a", SDA, 1_100, 0).disk(SDA, 1_000, 8_000, 0, 0, 0, 0, 0, 0, 0);
    assertThat(held(sampler.sample(now.at(2)))).isEqualTo(Map.of("h:/a", 89.0));
  }

  @Test
  void whoIsLimitedAndHoldsNothingIsNotListedWhenItDoesNothing() {
    now.root = List.of(new CgroupIo(SDA, 0, 0, 0, 0));
    now.cgroup("/a", SDA, 0, 0);
    idle(0);
    sampler.sample(now.at(1));
    limits.put("h:/a", RateBound.ofIops(1_000));
    now.cgroup("/a", SDA, 100, 0).disk(SDA, 100, 800, 0, 0, 0, 0, 0, 0, 0);
    assertThat(held(sampler.sample(now.at(2)))).isEqualTo(Map.of("h:/a", 0.0));
    assertThat(sampler.sample(now.at(3)).getFirst().queues()).isEmpty();
  }

  /** On v2 the bytes that its processes asked for tell: 132 of 4 KiB, of which 100 passed. */
  @Test
  void whereEntriesAreNotCountedWhatProcessesAskedForTells() {
    now.version = CgroupVersion.V2;
    now.cgroup("/a", SDA, 0, 0);
    asked(0);
    idle(0);
    second(1, 100, 100);
    second(2, 200, 200);
    limits.put("h:/a", RateBound.ofIops(100));
    assertThat(held(second(3, 332, 300))).isEqualTo(Map.of("h:/a", 32.0));
  }

  @Test
  void onV1APathBelowAnotherIsNoPartOfIt() {
    now.cgroup("/p", SDA, 0, 0).cgroup("/p/c", SDA, 0, 0);
    idle(0);
    now.cgroup("/p", SDA, 100, 0).cgroup("/p/c", SDA, 70, 0);
    now.disk(SDA, 170, 1_360, 0, 0, 0, 0, 0, 0, 0);
    assertThat(rates(sampler.sample(now.at(1)))).isEqualTo(Map.of("h:/p", 100.0, "h:/p/c", 70.0));
  }

  @Test
  void aParentThatDidNothingItselfIsNotListed() {
    now.version = CgroupVersion.V2;
    now.cgroup("/p", SDA, 0, 0).cgroup("/p/c", SDA, 0, 0);
    idle(0);
    now.cgroup("/p", SDA, 0, 70).cgroup("/p/c", SDA, 0, 70);
    now.disk(SDA, 0, 0, 0, 70, 560, 0, 0, 0, 0);
    assertThat(rates(sampler.sample(now.at(1)))).isEqualTo(Map.of("h:/p/c", 70.0));
  }

  /** What is in flight and not served may be of who wrote, and not of who never used the device. */
  @Test
  void whoWroteAsMuchAsItReadHasUsedTheDevice() {
    now.cgroup("/wrote", SDA, 8, 8).cgroup("/never", SDA, 0, 0);
    idle(0);
    List<LunSample> samples = List.of();
    for (int second = 1; second <= 8; second++) {
      now.disk(SDA, second, 8L * second, 500L * second, 0, 0, 0, 9, 0, 500L * second);
      samples = sampler.sample(now.at(second));
    }
    assertThat(rates(samples)).containsOnlyKeys("h:/wrote");
  }

  private void idle(long second) {
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(second));
  }

  private void asked(long count) {
    Cgroup cgroup = new Cgroup(CgroupVersion.V2, "/a", Path.of("/a"), "/a".hashCode());
    now.asked =
        Map.of(cgroup, new Asked(Map.of(1L, count * 4_096), Map.of(), 1, 0, Optional.empty()));
  }

  private List<LunSample> second(int second, long asked, long passed) {
    asked(asked);
    now.cgroup("/a", SDA, passed, 0).disk(SDA, passed, 8 * passed, 0, 0, 0, 0, 0, 0, 0);
    return sampler.sample(now.at(second));
  }

  private static Map<String, Double> held(List<LunSample> samples) {
    Map<String, Double> held = new HashMap<>();
    samples
        .getFirst()
        .queues()
        .forEach(
            queue ->
                queue
                    .sample()
                    .held()
                    .ifPresent(count -> held.put(queue.queue().application().value(), count)));
    return held;
  }

  private static Map<String, Double> rates(List<LunSample> samples) {
    Map<String, Double> rates = new HashMap<>();
    for (QueueActivity queue : samples.getFirst().queues()) {
      rates.put(queue.queue().application().value(), queue.sample().completionsPerSecond());
    }
    return rates;
  }
}
