package io.oasis.proving.rig;

import io.oasis.distribution.process.CurrentUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a {@link LabLun} and a {@link FioApplication} need of the host. */
public final class LabNeeds {
  private LabNeeds() {}

  /** One line for each thing that is missing, with the mend; empty when all is there. */
  public static List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!CurrentUser.isRoot()) {
      missing.add("root is needed for loop devices, mounts and cgroups: run it with sudo");
    }
    need(missing, "fio", "fio", "the applications");
    need(missing, "qemu-storage-daemon", "qemu-system-common", "the device");
    need(missing, "losetup", "mount", "the device");
    need(missing, "setsid", "util-linux", "cleaning up");
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      missing.add("loop devices are missing (/dev/loop-control): modprobe loop");
    }
    if (!Files.exists(Path.of("/dev/fuse"))) {
      missing.add("FUSE is missing (/dev/fuse): modprobe fuse");
    }
    if (CgroupTree.find().isEmpty()) {
      missing.add(
          "no cgroup hierarchy has the block I/O controller: "
              + "mount -t cgroup2 none /sys/fs/cgroup, or v1 with -o blkio");
    }
    return List.copyOf(missing);
  }

  private static void need(List<String> missing, String program, String debian, String purpose) {
    if (!Command.exists(program)) {
      missing.add("%s is missing, for %s: apt-get install %s".formatted(program, purpose, debian));
    }
  }
}
