package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.protocol.AdapterStatus.Placement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Shows where each scheduler has I/O wait: the kernel's throttle and its cost model before it is
 * counted, BFQ after that although it is in the kernel too, other processes after that.
 */
class PlacementTest {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final Path SYS = Path.of("/sys");

  @Test
  void whatIsHeldBeforeItIsARequestIsNotCounted() {
    assertThat(List.of(new CgroupV1(ROOT, SYS), new CgroupV2(ROOT, SYS), new IoCost(ROOT, SYS)))
        .extracting(Target::placement)
        .containsOnly(Placement.ABOVE_COUNTERS);
  }

  @Test
  void whatWaitsInTheElevatorOrInAnotherProcessIsCounted() {
    assertThat(
            List.of(
                Bfq.ofVersion1(ROOT, SYS),
                Bfq.ofVersion2(ROOT, SYS),
                new BrickTarget(List.of(), Duration.ZERO),
                new SpdkTarget(List.of())))
        .extracting(Target::placement)
        .containsOnly(Placement.BELOW_COUNTERS);
  }

  /** What is known of the throttle's faults says nothing of weights, and nothing of devices. */
  @Test
  void onlyTheThrottleOfTheKernelIsOne() {
    assertThat(List.of(new CgroupV1(ROOT, SYS), new CgroupV2(ROOT, SYS)))
        .allMatch(Target::isKernelThrottle);
    assertThat(
            List.of(
                Bfq.ofVersion1(ROOT, SYS),
                Bfq.ofVersion2(ROOT, SYS),
                new IoCost(ROOT, SYS),
                new DeviceFiles(SYS),
                new BrickTarget(List.of(), Duration.ZERO),
                new SpdkTarget(List.of())))
        .noneMatch(Target::isKernelThrottle);
  }
}
