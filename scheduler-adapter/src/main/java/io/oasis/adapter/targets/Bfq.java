package io.oasis.adapter.targets;

import io.oasis.linux.SysBlock;
import io.oasis.protocol.AdapterStatus.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Weights of cgroups on a device that the scheduler BFQ divides: {@code io.bfq.weight} of cgroup
 * v2, {@code blkio.bfq.weight_device} of v1.
 *
 * <p>BFQ gives siblings slices of the device's time in proportion to their weights, 1 to 1,000; a
 * weight of 10 here is 1 there, so that weights mean the same with every scheduler. 0 here means
 * that the device has no weight of its own there and the group's standard holds. A device whose
 * scheduler is another one takes no weight; which one it has is for the operator to choose, because
 * it changes the device for all.
 */
public final class Bfq extends CgroupWeights {
  public static final String KIND = "bfq";

  /** What a weight of 1 there is here. */
  private static final long STEP = 10;

  private static final long MOST = 1_000 * STEP;

  private final Path sys;

  private Bfq(CgroupTarget counting, Path sys, String file) {
    super(counting, sys, file, STEP);
    this.sys = sys;
  }

  /**
   * @param root where the blkio hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  public static Bfq ofVersion1(Path root, Path sys) {
    return new Bfq(new CgroupV1(root, sys), sys, "blkio.bfq.weight_device");
  }

  /**
   * @param root where the unified hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  public static Bfq ofVersion2(Path root, Path sys) {
    return new Bfq(new CgroupV2(root, sys), sys, "io.bfq.weight");
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** BFQ has requests wait that are counted already: their latency includes it. */
  @Override
  public Placement placement() {
    return Placement.BELOW_COUNTERS;
  }

  @Override
  public long step(Throttle.Part part) {
    return STEP;
  }

  @Override
  public long most(Throttle.Part part) {
    return MOST;
  }

  @Override
  public Optional<String> obstacle() {
    return counting.obstacle();
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    // The kernel has the file only while some device has the scheduler.
    return Files.exists(fileOf(place)) ? super.read(place) : Throttle.NONE;
  }

  @Override
  void requireDivided(String device) throws TargetException {
    Path directory =
        SysBlock.directory(sys, device).orElseGet(() -> sys.resolve("dev/block").resolve(device));
    Path scheduler = directory.resolve("queue/scheduler");
    if (!isChosen(scheduler)) {
      throw new TargetException(
          "nothing divides %s by weights: switch it on with: echo bfq > %s"
              .formatted(device, scheduler));
    }
  }

  private static boolean isChosen(Path scheduler) {
    try {
      return Files.readString(scheduler).contains("[bfq]");
    } catch (IOException e) {
      return false;
    }
  }
}
