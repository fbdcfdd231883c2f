package io.oasis.linux;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Check;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Unit;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A cgroup other than the root. A cgroup that is removed and made again under the same path is
 * another one: its inode tells.
 *
 * @param path below the mount, such as {@code /system.slice/postgresql.service}
 * @param directory where its files are
 * @param inode of the directory
 */
public record Cgroup(CgroupVersion version, String path, Path directory, long inode) {
  private static final int MAX_PATH_CHARS = 400;
  private static final String SYSTEM_SLICE = "/system.slice/";

  /** The application it stands for: a systemd service by its unit, any other by its path. */
  public ApplicationId application(HostId host) {
    String name = path;
    if (path.startsWith(SYSTEM_SLICE) && path.endsWith(".service")) {
      String unit = path.substring(path.lastIndexOf('/') + 1);
      name = path.length() == SYSTEM_SLICE.length() + unit.length() ? unit : path;
    }
    String clean = Check.idText(name);
    if (!clean.equals(name)) {
      clean += "~" + inode; // or two whose names differ in such characters only would be one
    }
    if (clean.length() > MAX_PATH_CHARS) {
      // The end of a long path says more than its beginning, and the inode keeps it unique; but
      // nobody gets out of his unit by making a path long.
      int end = Unit.endIn(clean);
      String unit = end < 0 || end > MAX_PATH_CHARS / 2 ? "" : clean.substring(0, end) + '/';
      int left = MAX_PATH_CHARS - unit.length();
      clean = unit + inode + "..." + clean.substring(clean.length() - left);
    }
    return new ApplicationId(host.value() + ':' + clean);
  }

  // The hash by hand, as cgroups are looked up in every interval.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cgroup cgroup
        && inode == cgroup.inode
        && version == cgroup.version
        && path.equals(cgroup.path)
        && directory.equals(cgroup.directory);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(inode);
  }

  /** The application of I/O that no cgroup but the root can be charged with. */
  public static ApplicationId unattributed(HostId host) {
    return new ApplicationId(host.value() + ':' + QueueId.UNATTRIBUTED);
  }
}
