package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.Asked;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.RateBound;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shows of whom is told what waits on a host with cgroup v2, and what counts as passed. */
class HeldByGroupsTest {
  private static final DeviceNumber SDA = SamplerTest.SDA;
  private static final DeviceNumber LOOP = new DeviceNumber(7, 0);
  private static final Cgroup CGROUP = new Cgroup(CgroupVersion.V2, "/a", Path.of("/a"), 1);
  private static final ApplicationId APPLICATION = new ApplicationId("h:/a");
  private static final long BYTES = 4_096;

  private final Set<String> limited = new HashSet<>();
  private final HeldByGroups groups =
      new HeldByGroups(
          new HostId("h"),
          queue ->
              queue.application().equals(APPLICATION) && limited.contains(queue.lun().value())
                  ? Optional.of(RateBound.ofIops(100))
                  : Optional.empty());
  private final Recording now = new Recording();
  private long askedFor;

  @Test
  void whatIsAskedForAndDoesNotPassTheOneLimitIsHeld() {
    assertThat(second(100, reads(SDA, 100))).as("nothing to compare with").isEmpty();
    assertThat(second(100, reads(SDA, 100))).as("no limit").isEmpty();
    limited.add("wwid:a");
    assertThat(second(132, reads(SDA, 100))).isEqualTo(Map.of(APPLICATION, 32.0));
    assertThat(second(100, reads(SDA, 100))).isEqualTo(Map.of(APPLICATION, 32.0));
  }

  @Test
  void ofWhoIsLimitedOnTwoDevicesItCannotBeTold() {
    now.device(LOOP, "loop:/b", 1);
    second(100, reads(SDA, 100));
    second(100, reads(SDA, 100));
    limited.add("wwid:a");
    limited.add("loop:/b");
    assertThat(second(132, reads(SDA, 100))).isEmpty();
  }

  @Test
  void whatALoopDevicePassesDownPassedOnce() {
    now.device(LOOP, "loop:/b", 1, SDA);
    Map<DeviceNumber, Work> twice = Map.of(LOOP, work(100), SDA, work(100));
    second(100, twice);
    second(100, twice);
    limited.add("loop:/b");
    assertThat(second(132, twice)).isEqualTo(Map.of(APPLICATION, 32.0));
  }

  /** Its own part passed once, and that of the device that it does not use now is all there is. */
  @Test
  void whatIsDoneBelowALoopDeviceThatIsNotUsedPassed() {
    now.device(LOOP, "loop:/b", 1, SDA);
    second(100, reads(SDA, 100));
    second(100, reads(SDA, 100));
    limited.add("wwid:a");
    assertThat(second(132, reads(SDA, 100))).isEqualTo(Map.of(APPLICATION, 32.0));
  }

  @Test
  void ofACgroupThatWasAwayNothingIsKnownFromBefore() {
    second(100, reads(SDA, 100));
    second(100, reads(SDA, 100));
    now.asked = Map.of();
    groups.measure(now.at(0), Map.of(), 1);
    limited.add("wwid:a");
    second(100, reads(SDA, 100));
    assertThat(second(132, reads(SDA, 100))).isEmpty();
  }

  private Map<ApplicationId, Double> second(long asked, Map<DeviceNumber, Work> works) {
    askedFor += asked * BYTES;
    now.asked = Map.of(CGROUP, new Asked(Map.of(1L, askedFor), Map.of(), 1, 0, Optional.empty()));
    return groups.measure(now.at(0), Map.of(CGROUP, works), 1);
  }

  private static Map<DeviceNumber, Work> reads(DeviceNumber device, double count) {
    return Map.of(device, work(count));
  }

  private static Work work(double count) {
    return new Work(count, 0, count * BYTES, 0);
  }
}
