package io.oasis.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is mounted where: {@code /proc/self/mountinfo}, see proc_pid_mountinfo(5). Later lines cover
 * earlier ones at the same place.
 */
final class MountInfo {
  /**
   * @param root the directory of the file system that is mounted
   * @param point where
   * @param options of the mount and of the file system
   * @param readOnly whether nobody can write to the file system; a mount of it alone may be
   *     read-only, as a service's own are
   */
  record Mount(
      DeviceNumber device,
      String root,
      String point,
      String type,
      String source,
      Set<String> options,
      boolean readOnly) {}

  private final List<Mount> mounts;

  private MountInfo(List<Mount> mounts) {
    this.mounts = mounts;
  }

  static MountInfo read(HostRoot host) {
    List<Mount> mounts = new ArrayList<>();
    HostRoot.read(host.at("/proc/self/mountinfo"))
        .ifPresent(text -> text.lines().forEach(line -> parse(line).ifPresent(mounts::add)));
    return new MountInfo(mounts);
  }

  List<Mount> ofType(String type) {
    return mounts.stream().filter(mount -> mount.type.equals(type)).toList();
  }

  /** In the order in which they were mounted. */
  List<Mount> all() {
    return List.copyOf(mounts);
  }

  /** The mount that holds an absolute path. */
  Optional<Mount> holding(String path) {
    Mount best = null;
    for (Mount mount : mounts) {
      if (isBelow(path, mount.point)
          && (best == null || mount.point.length() >= best.point.length())) {
        best = mount;
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isBelow(String path, String directory) {
    return directory.equals("/")
        || path.equals(directory)
        || (path.startsWith(directory) && path.charAt(directory.length()) == '/');
  }

  private static Optional<Mount> parse(String line) {
    String[] sides = line.split(" - ", 2);
    String[] left = sides[0].split(" ");
    String[] right = sides.length < 2 ? new String[0] : sides[1].split(" ");
    if (left.length < 6 || right.length < 2) {
      return Optional.empty();
    }
    String ofSystem = right.length > 2 ? right[2] : "";
    String options = left[5] + ',' + ofSystem;
    return DeviceNumber.parse(left[2])
        .map(
            device ->
                new Mount(
                    device,
                    unescape(left[3]),
                    unescape(left[4]),
                    right[0],
                    unescape(right[1]),
                    Set.of(
                        java.util.Arrays.stream(options.split(","))
                            .distinct()
                            .toArray(String[]::new)),
                    ofSystem.equals("ro") || ofSystem.startsWith("ro,")));
  }

  /** Blanks and backslashes are written as three octal digits. */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 3 < text.length() && text.substring(i + 1, i + 4).matches("[0-7]{3}")) {
        plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
