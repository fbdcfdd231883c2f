package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.protocol.HostId;
import io.oasis.protocol.RateBound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is made of counters: rates, wraps, resets, comings and goings, stacked devices. */
class SamplerTest {
  static final DeviceNumber SDA = new DeviceNumber(8, 0);
  private static final DeviceNumber LOOP = new DeviceNumber(7, 0);
  private static final long WRAP = 1L << 32;

  private final Map<String, RateBound> limits = new HashMap<>();
  private final Sampler sampler =
      new Sampler(
          new HostId("h"), queue -> Optional.ofNullable(limits.get(queue.application().value())));
  private final Recording now = new Recording();

  @Test
  void ratesLatencyAndDepthFollowFromDifferences() {
    now.disk(SDA, 100, 800, 50, 0, 0, 0, 0, 10, 50);
    assertThat(sampler.sample(now.at(10))).isEmpty();
    now.disk(SDA, 1_100, 8_800, 8_050, 0, 0, 0, 4, 1_010, 8_050);
    now.flying(SDA, 4, 0);
    LunSample sample = only(now.at(11));
    assertThat(sample.reads().completionsPerSecond()).isEqualTo(1_000);
    assertThat(sample.reads().arrivalsPerSecond()).isEqualTo(1_004);
    assertThat(sample.reads().bytesPerSecond()).isEqualTo(8_000 * 512);
    assertThat(sample.reads().meanLatencyMicros()).isEqualTo(8_000);
    assertThat(sample.writes().meanLatencyMicros()).isZero();
    assertThat(sample.device().outstanding()).isEqualTo(8);
    assertThat(sample.device().utilisation()).isEqualTo(1);
  }

  /** One that is not served, and was not since the agent came, is there all the same. */
  @Test
  void whatADeviceDoesNotGetToIsInFlightAndMayBeOfWhoeverUsedIt() {
    now.cgroup("/stream", SDA, 0, 0).cgroup("/random", SDA, 8, 0).cgroup("/other", LOOP, 9, 0);
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(0));
    LunSample sample = null;
    for (int second = 1; second <= 8; second++) {
      now.disk(
          SDA, 900L * second, 7_200L * second, 4_000L * second, 0, 0, 0, 12, 0, 4_000L * second);
      now.cgroup("/stream", SDA, 900 * second, 0);
      sample = only(now.at(second));
    }
    assertThat(sample.device().unserved()).isEqualTo(8);
    assertThat(sample.device().outstanding()).isEqualTo(12);
    assertThat(rates(sample)).containsOnlyKeys("h:/stream", "h:/random");
    now.disk(SDA, 8_100, 64_800, 36_000, 0, 0, 0, 4, 0, 36_000).cgroup("/stream", SDA, 8_100, 0);
    sample = only(now.at(9));
    assertThat(sample.device().unserved()).isZero();
    assertThat(sample.device().outstanding()).isEqualTo(4);
    assertThat(rates(sample)).containsOnlyKeys("h:/stream");
  }

  @Test
  void whatIsNotServedIsOfAChildAndNotOfItsParent() {
    now.version = CgroupVersion.V2;
    now.cgroup("/a", SDA, 8, 0).cgroup("/a/b", SDA, 8, 0).cgroup("/ab", SDA, 8, 0);
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(0));
    LunSample sample = null;
    for (int second = 1; second <= 8; second++) {
      now.disk(SDA, second, 8L * second, 1_000L * second, 0, 0, 0, 9, 0, 1_000L * second);
      sample = only(now.at(second));
    }
    assertThat(rates(sample)).containsKeys("h:/a/b", "h:/ab").doesNotContainKey("h:/a");
  }

  @Test
  void everyApplicationGetsItsPartAndTheRestIsUnattributed() {
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    now.cgroup("/a", SDA, 5_000, 0).cgroup("/b", SDA, 0, 0);
    sampler.sample(now.at(0));
    LunSample sample = null;
    for (int second = 1; second <= 10; second++) {
      now.disk(
          SDA, 1_000L * second, 8_000L * second, 8_000L * second, 0, 0, 0, 0, 0, 8_000L * second);
      now.cgroup("/a", SDA, 5_000 + 700 * second, 0).cgroup("/b", SDA, 250 * second, 0);
      sample = only(now.at(second));
    }
    assertThat(rates(sample)).containsOnlyKeys("h:/a", "h:/b", "h:unattributed");
    assertThat(rates(sample).get("h:/a")).isEqualTo(700);
    assertThat(rates(sample).get("h:/b")).isEqualTo(250);
    assertThat(rates(sample).get("h:unattributed")).isCloseTo(50, within(1.0));
    assertThat(sample.queues().getFirst().sample().outstanding()).isCloseTo(5.6, within(0.001));
  }

  @Test
  void countersReadAMomentApartLeaveNothingOver() {
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0).cgroup("/a", SDA, 0, 0);
    sampler.sample(now.at(0));
    for (int second = 1; second <= 20; second++) {
      int early = second % 2 * 32;
      now.disk(SDA, 1_000L * second, 8_000L * second, 1, 0, 0, 0, 0, 0, 1);
      now.cgroup("/a", SDA, 1_000 * second + early - 16, 0);
      assertThat(rates(only(now.at(second)))).containsOnlyKeys("h:/a");
    }
  }

  @Test
  void millisecondsWrapAt32Bits() {
    now.disk(SDA, 10, 80, WRAP - 100, 10, 80, WRAP - 10, 0, WRAP - 500, WRAP - 1_000);
    sampler.sample(now.at(0));
    now.disk(SDA, 110, 880, 100, 20, 160, 0, 0, 400, 1_000);
    LunSample sample = only(now.at(1));
    assertThat(sample.reads().meanLatencyMicros()).isEqualTo(2_000);
    assertThat(sample.writes().meanLatencyMicros()).isEqualTo(1_000);
    assertThat(sample.device().utilisation()).isCloseTo(0.9, within(1e-9));
    assertThat(sample.device().outstanding()).isEqualTo(2);
  }

  @Test
  void aDeviceWhoseCountersStartedAgainIsLeftOutOnce() {
    now.disk(SDA, 1_000, 8_000, 1, 0, 0, 0, 0, 1, 1);
    sampler.sample(now.at(0));
    now.disk(SDA, 10, 80, 1, 0, 0, 0, 0, 1, 1);
    assertThat(sampler.sample(now.at(1))).isEmpty();
    now.disk(SDA, 20, 160, 2, 0, 0, 0, 0, 2, 2);
    assertThat(only(now.at(2)).device().iops()).isEqualTo(10);
  }

  @Test
  void anotherDeviceUnderTheSameNumberStartsAnew() {
    now.device(LOOP, "loop:/a", 1).disk(LOOP, 1, 8, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(0));
    now.device(LOOP, "loop:/b", 2).disk(LOOP, 5, 40, 0, 0, 0, 0, 0, 0, 0);
    assertThat(sampler.sample(now.at(1))).isEmpty();
    assertThat(only(now.at(2)).lun().value()).isEqualTo("loop:/b");
  }

  @Test
  void devicesAndCgroupsComeAndGo() {
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(0));
    now.disk(SDA, 100, 800, 0, 0, 0, 0, 0, 0, 0).cgroup("/new", SDA, 100, 0);
    assertThat(rates(only(now.at(1)))).containsEntry("h:/new", 100.0);
    now.without("/new");
    assertThat(only(now.at(2)).queues()).isEmpty();
    now.withoutDisk(SDA);
    assertThat(sampler.sample(now.at(3))).isEmpty();
    now.disk(SDA, 100, 800, 0, 0, 0, 0, 0, 0, 0);
    assertThat(sampler.sample(now.at(4))).isEmpty();
    assertThat(sampler.sample(now.at(5))).hasSize(1);
  }

  @Test
  void onV2ChildrenAreTakenOffTheirParentAlsoWhenTheyGo() {
    now.version = CgroupVersion.V2;
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    now.cgroup("/p", SDA, 1_000, 0).cgroup("/p/c", SDA, 900, 0);
    sampler.sample(now.at(0));
    now.disk(SDA, 100, 800, 0, 0, 0, 0, 0, 0, 0);
    now.cgroup("/p", SDA, 1_100, 0).cgroup("/p/c", SDA, 970, 0);
    assertThat(rates(only(now.at(1)))).containsEntry("h:/p", 30.0).containsEntry("h:/p/c", 70.0);
    now.disk(SDA, 150, 1_200, 0, 0, 0, 0, 0, 0, 0).without("/p/c").cgroup("/p", SDA, 1_150, 0);
    assertThat(rates(only(now.at(2)))).containsEntry("h:/p", 50.0).hasSize(1);
  }

  @Test
  void ioThatALoopDevicePassesDownIsCountedOnce() {
    now.device(LOOP, "loop:/a", 1, SDA);
    now.disk(LOOP, 0, 0, 0, 0, 0, 0, 0, 0, 0).disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sampler.sample(now.at(0));
    now.disk(LOOP, 300, 2_400, 0, 0, 0, 0, 0, 0, 300);
    now.disk(SDA, 400, 3_200, 0, 0, 0, 0, 0, 0, 400);
    now.cgroup("/a", LOOP, 300, 0).cgroup("/a", SDA, 300, 0).cgroup("/b", SDA, 100, 0);
    List<LunSample> samples = sampler.sample(now.at(1));
    assertThat(samples).hasSize(2);
    assertThat(rates(samples.get(0))).containsOnlyKeys("h:/a").containsEntry("h:/a", 300.0);
    assertThat(rates(samples.get(1))).containsOnlyKeys("h:/b").containsEntry("h:/b", 100.0);
    assertThat(samples.get(1).reads().completionsPerSecond()).isEqualTo(100);
    assertThat(samples.get(1).device().iops()).isEqualTo(400);
  }

  @Test
  void whatEnteredAndWasNotDoneWaitsBehindTheOneLimit() {
    second(0, 0, 0, 0);
    second(1, 1_000, 200, 300);
    limits.put("h:/a", RateBound.ofIops(500));
    assertThat(held(second(2, 1_532, 300, 500), "/a")).contains(32.0);
    assertThat(held(second(3, 2_032, 400, 600), "/a")).contains(32.0);
    List<LunSample> nothingOfA = second(4, 2_032, 500, 700);
    assertThat(held(nothingOfA, "/a")).contains(32.0);
    assertThat(held(nothingOfA, "/b")).contains(0.0);
  }

  @Test
  void whereTheRootIsNotCountedNothingIsSaidOfWhoIsLimited() {
    now.disk(SDA, 0, 0, 0, 0, 0, 0, 0, 0, 0).cgroup("/a", SDA, 0, 0).cgroup("/b", SDA, 0, 0);
    sampler.sample(now.at(0));
    limits.put("h:/a", RateBound.ofIops(500));
    now.disk(SDA, 600, 4_800, 0, 0, 0, 0, 0, 0, 0);
    now.cgroup("/a", SDA, 532, 0).cgroup("/b", SDA, 100, 0);
    List<LunSample> sample = sampler.sample(now.at(1));
    assertThat(held(sample, "/a")).isEmpty();
    assertThat(held(sample, "/b")).contains(0.0);
  }

  /** So many I/Os of one group, another and the root entered so far; 32 wait behind a limit. */
  private List<LunSample> second(int second, long a, long b, long root) {
    long waiting = limits.isEmpty() ? 0 : 32;
    long merged = 50L * second;
    long flying = second == 0 ? 0 : 10;
    now.diskWithMerges(SDA, a + b + root - waiting - merged - flying, merged, flying);
    now.cgroup("/a", SDA, a, 0).cgroup("/b", SDA, b, 0);
    now.root = List.of(new CgroupIo(SDA, root, 0, root * 4_096, 0));
    return sampler.sample(now.at(second));
  }

  private static Optional<Double> held(List<LunSample> samples, String cgroup) {
    return samples.getFirst().queues().stream()
        .filter(queue -> queue.queue().application().value().equals("h:" + cgroup))
        .flatMap(queue -> queue.sample().held().stream())
        .findFirst();
  }

  private LunSample only(Snapshot snapshot) {
    List<LunSample> samples = sampler.sample(snapshot);
    assertThat(samples).hasSize(1);
    return samples.getFirst();
  }

  private static Map<String, Double> rates(LunSample sample) {
    Map<String, Double> rates = new HashMap<>();
    sample
        .queues()
        .forEach(
            queue ->
                rates.put(
                    queue.queue().application().value(), queue.sample().completionsPerSecond()));
    return rates;
  }
}
