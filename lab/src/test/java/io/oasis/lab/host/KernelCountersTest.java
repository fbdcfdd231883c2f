package io.oasis.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.agent.sample.Snapshot;
import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.LabHost.Counting;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.loop.World;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DiskCounters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What waits behind a limit can be told from the counters that either kernel was measured to have.
 */
class KernelCountersTest {
  private final World world = new World(1);
  private LabHost host = world.host("none", Enforcement.HOST);

  private LabHost.Place place(Enforcement enforcement, Counting counting, Stage.Arrival arrival) {
    host = world.host("h", enforcement, counting);
    Backend backend = new Backend(world.time(), new FixedRate<>(1_000, 10e9));
    return world.run(host, world.lun(host, "sda", backend, 0), "app", 0, Stage.random(arrival));
  }

  private static DiskCounters disk(Snapshot snapshot) {
    return snapshot.disks().getFirst();
  }

  private static CgroupIo group(Snapshot snapshot) {
    return snapshot.cgroups().getFirst().io().getFirst();
  }

  /** v1: what entered the throttle, less what completed, less what is in flight. */
  private static long heldByV1(LabHost host) {
    Snapshot now = host.snapshot();
    return group(now).reads() - disk(now).reads().operations() - disk(now).inFlight();
  }

  /** v2: bytes at submission, less the bytes that passed. */
  private static double heldByV2(LabHost host, LabHost.Place place) {
    Counters issued = place.issued();
    return (issued.readBytes() - group(host.snapshot()).readBytes()) / 4_096.0;
  }

  @ParameterizedTest
  @CsvSource({"500,32,32", "150,32,32", "100,1,1", "0,32,0", "2000,8,0"})
  void aClosedLoopBehindALimitIsHeldWhole(int limit, int depth, int held) {
    LabHost.Place place = place(Enforcement.HOST, Counting.ENTERED, Stage.closed(depth));
    place.throttle(Throttle.ofEach(limit, limit, 0, 0));
    world.runUntil(10.095);
    assertThat((double) heldByV1(host)).isCloseTo(held, offset(1.0));
    assertThat(place.held()).isEqualTo((int) heldByV1(host));
    assertThat(group(host.snapshot()).reads()).isEqualTo(place.issued().readIos());
    assertThat(host.snapshot().cgroups().getFirst().cgroup().version()).isEqualTo(CgroupVersion.V1);
  }

  /** Of version 1 only: what is held is counted by the agent where nothing else is missing. */
  @ParameterizedTest
  @CsvSource({"ENTERED,true", "PASSED,false", "PASSED_IN_V1,false"})
  void whatBelongsToNoCgroupIsSaidWhereIosAreCountedAtTheThrottle(
      Counting counting, boolean isSaid) {
    place(Enforcement.HOST, counting, Stage.closed(1));
    List<CgroupIo> nothing =
        host.snapshot().devices().stream()
            .map(device -> new CgroupIo(device.number(), 0, 0, 0, 0))
            .toList();
    assertThat(host.snapshot().root()).isEqualTo(isSaid ? nothing : List.of());
  }

  /** Measured on 6.1: 300 a second behind a limit of 150 is held by 151 more each second. */
  @Test
  void anOpenLoopAboveItsLimitIsHeldByItsSlope() {
    LabHost.Place place = place(Enforcement.HOST, Counting.PASSED, Stage.rate(300));
    place.throttle(Throttle.ofEach(150, 150, 0, 0));
    world.runUntil(10);
    double before = heldByV2(host, place);
    world.runUntil(20);
    assertThat((heldByV2(host, place) - before) / 10).isCloseTo(150, offset(2.0));
  }

  @Test
  void behindAnArraysLimitAllHasPassedTheHost() {
    LabHost.Place place = place(Enforcement.ARRAY, Counting.PASSED, Stage.closed(32));
    place.throttle(Throttle.ofEach(100, 100, 0, 0));
    world.runUntil(10);
    assertThat(heldByV2(host, place)).isZero();
    assertThat(disk(host.snapshot()).inFlight()).isEqualTo(32);
  }
}
