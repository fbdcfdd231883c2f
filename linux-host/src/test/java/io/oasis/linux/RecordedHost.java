package io.oasis.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A tree of {@code /proc} and {@code /sys} as recorded on a host, below a directory. */
final class RecordedHost {
  private final Path root;

  RecordedHost(Path root) {
    this.root = root;
  }

  HostRoot host() {
    return new HostRoot(root);
  }

  RecordedHost with(String absolute, String text) {
    try {
      Path file = root.resolve(absolute.substring(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RecordedHost withDevice(String name, String number, long sectors) {
    return with("/sys/block/" + name + "/dev", number + "\n")
        .with("/sys/block/" + name + "/size", sectors + "\n");
  }

  /** Removes a file or a directory with all it holds. */
  RecordedHost without(String absolute) {
    try {
      Files.walkFileTree(
          root.resolve(absolute.substring(1)),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, java.io.IOException failure)
                throws IOException {
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RecordedHost v1(Path root) {
    return new RecordedHost(root)
        .with(
            "/proc/self/mountinfo",
            """
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
            38 31 0:35 / /sys/fs/cgroup/blkio rw,relatime - cgroup cgroup rw,blkio
            39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            """)
        .with("/sys/fs/cgroup/unified/cgroup.controllers", "\n")
        .with("/proc/cgroups", "#subsys_name\thierarchy\tnum_cgroups\tenabled\nblkio\t7\t3\t1\n");
  }

  static RecordedHost v2(Path root) {
    return new RecordedHost(root)
        .with(
            "/proc/self/mountinfo",
            """
            22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
            30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate
            """)
        .with("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
  }
}
