package io.oasis.linux;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where the cgroups that account for block I/O are mounted. On a hybrid host (blkio bound to v1, a
 * unified hierarchy without {@code io} beside it) that is the v1 hierarchy.
 *
 * @param directory of the root cgroup
 */
public record CgroupMount(CgroupVersion version, Path directory) {
  /** The mount, if the host accounts for block I/O by cgroup at all. */
  public static Optional<CgroupMount> find(HostRoot host) {
    MountInfo mounts = MountInfo.read(host);
    return mounts.ofType("cgroup").stream()
        .filter(mount -> mount.options().contains("blkio"))
        .findFirst()
        .map(mount -> new CgroupMount(CgroupVersion.V1, host.at(mount.point())))
        .or(
            () ->
                mounts.ofType("cgroup2").stream()
                    .map(mount -> host.at(mount.point()))
                    .filter(CgroupMount::hasIo)
                    .findFirst()
                    .map(directory -> new CgroupMount(CgroupVersion.V2, directory)));
  }

  private static boolean hasIo(Path directory) {
    Optional<String> controllers = HostRoot.read(directory.resolve("cgroup.controllers"));
    return controllers.isPresent()
        && Arrays.asList(controllers.get().split("\\s+")).contains("io")
        && Files.isDirectory(directory);
  }
}
