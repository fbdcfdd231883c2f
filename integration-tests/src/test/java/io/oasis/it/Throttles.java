package io.oasis.it;

import io.oasis.proving.rig.LabCgroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.OptionalLong;

/** The throttle files of one cgroup (version 1) for one device, read and written by hand. */
record Throttles(LabCgroup cgroup, String majorMinor) {
  /**
   * @param part such as {@code read_iops}
   */
  OptionalLong read(String part) {
    String file = file(part) + " ";
    return cgroup.limits(majorMinor).stream()
        .filter(line -> line.startsWith(file))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst();
  }

  void write(String part, long value) {
    try {
      Files.writeString(cgroup.directory().resolve(file(part)), majorMinor + " " + value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file(String part) {
    return "blkio.throttle." + part + "_device";
  }
}
