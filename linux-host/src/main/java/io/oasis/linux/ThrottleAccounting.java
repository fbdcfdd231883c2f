package io.oasis.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Makes cgroup v1 count. Since Linux 6.10 {@code blkio.throttle.io_serviced} of a device stays
 * empty for every cgroup until a throttle limit has once been written for that device (measured on
 * 6.18: 1,000 direct reads, no line; after {@code MAJ:MIN 0} was written to the root cgroup, all
 * counted).
 *
 * <p>Law: writes {@code MAJ:MIN 0}, which means "no limit", to the root cgroup's {@code
 * blkio.throttle.read_bps_device}, and only for a device that the root cgroup does not count yet:
 * such a device has no limit in any cgroup, so there is nothing that the write could take away.
 */
public final class ThrottleAccounting {
  /** What became of one device. */
  public enum Result {
    /** Counted already, or cgroup v2, which always counts. */
    ALREADY_ON,
    SWITCHED_ON,
    /** The kernel or the permissions do not allow it: all I/O stays unattributed. */
    REFUSED
  }

  private static final String COUNTERS = "blkio.throttle.io_serviced";
  private static final String LIMITS = "blkio.throttle.read_bps_device";

  private ThrottleAccounting() {}

  public static Result switchOn(Optional<CgroupMount> mount, DeviceNumber device) {
    if (mount.isEmpty() || mount.get().version() == CgroupVersion.V2) {
      return Result.ALREADY_ON;
    }
    Path root = mount.get().directory();
    if (counts(root, device)) {
      return Result.ALREADY_ON;
    }
    try {
      Files.write(
          root.resolve(LIMITS),
          (device + " 0").getBytes(StandardCharsets.US_ASCII),
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      return Result.REFUSED;
    }
    return counts(root, device) ? Result.SWITCHED_ON : Result.REFUSED;
  }

  private static boolean counts(Path root, DeviceNumber device) {
    return HostRoot.read(root.resolve(COUNTERS))
        .map(text -> text.lines().anyMatch(line -> line.startsWith(device + " ")))
        .orElse(false);
  }
}
