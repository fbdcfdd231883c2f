package io.oasis.adapter.targets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Weights of cgroups on a device ({@code io.weight}) that the kernel's cost model divides.
 *
 * <p>Siblings that want more than there is get parts of the device's time in proportion to their
 * weights, 1 to 10,000; 0 here means that the device has no weight of its own there and the group's
 * standard holds (100). Nobody is held back while others leave time unused. A weight does nothing
 * unless {@code io.cost.qos} is on for the device, which is for the operator to switch on, because
 * it changes the device for all. The cost model holds I/O back before it is a request: nobody has
 * counted it yet.
 */
public final class IoCost extends CgroupWeights {
  public static final String KIND = "iocost";

  /**
   * @param root where the unified hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  public IoCost(Path root, Path sys) {
    super(new CgroupV2(root, sys), sys, "io.weight", 1);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Optional<String> obstacle() {
    Path qos = root.resolve("io.cost.qos");
    return Files.exists(qos)
        ? counting.obstacle()
        : Optional.of(qos + " does not exist: the kernel lacks CONFIG_BLK_CGROUP_IOCOST");
  }

  /** Whether the cost model divides the device, by its number. */
  public boolean isOn(String device) throws TargetException {
    for (String line : CgroupFiles.lines(root.resolve("io.cost.qos"))) {
      if (line.startsWith(device + " ")) {
        return line.contains(" enable=1");
      }
    }
    return false;
  }

  @Override
  void requireDivided(String device) throws TargetException {
    if (!isOn(device)) {
      throw new TargetException(
          "nothing divides %s by weights: switch it on with: echo '%s enable=1' > %s"
              .formatted(device, device, root.resolve("io.cost.qos")));
    }
  }
}
