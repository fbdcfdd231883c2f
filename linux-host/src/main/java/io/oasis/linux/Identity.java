package io.oasis.linux;

import io.oasis.protocol.LunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names a block device by what stays the same when it is found again: after a reboot, under another
 * name, on another path. The first of these that the device has:
 *
 * <ol>
 *   <li>WWID ({@code wwid} or {@code device/wwid}), as SCSI and NVMe give it
 *   <li>NGUID of an NVMe namespace
 *   <li>UUID of a device-mapper or md device
 *   <li>serial number ({@code serial} or {@code device/serial})
 *   <li>backing file of a loop device
 *   <li>path in sysfs: stays only while nothing is plugged in elsewhere
 * </ol>
 *
 * The last two, and serial numbers that a hypervisor gives to every guest alike, hold on one host
 * only.
 *
 * @param source in words
 */
record Identity(LunId lun, String source) {
  private static final int MAX_CHARS = 480;
  private static final String NO_NGUID = "00000000-0000-0000-0000-000000000000";

  /**
   * @param directory {@code /sys/block/NAME}
   */
  static Identity of(String name, Path directory) {
    return first(directory, "wwid", "wwid", "device/wwid")
        .or(
            () ->
                first(directory, "nguid", "nguid")
                    .filter(identity -> !identity.lun.value().endsWith(NO_NGUID)))
        .or(() -> first(directory, "dm", "dm/uuid"))
        .or(() -> first(directory, "md", "md/uuid"))
        .or(() -> first(directory, "serial", "serial", "device/serial"))
        .or(() -> first(directory, "loop", "loop/backing_file"))
        .orElseGet(() -> new Identity(lun("path", sysfsPath(name, directory)), "sysfs path"));
  }

  private static Optional<Identity> first(Path directory, String prefix, String... files) {
    for (String file : files) {
      Optional<String> text = HostRoot.read(directory.resolve(file));
      if (text.isPresent()) {
        return Optional.of(new Identity(lun(prefix, text.get()), file));
      }
    }
    return Optional.empty();
  }

  /** Ids have no '|' and no control characters, and are not longer than 512 characters. */
  private static LunId lun(String prefix, String value) {
    StringBuilder clean = new StringBuilder(prefix).append(':');
    boolean blank = false;
    for (int i = 0; i < value.length() && clean.length() < MAX_CHARS; i++) {
      char c = value.charAt(i);
      if (Character.isWhitespace(c)) {
        blank = true;
        continue;
      }
      clean.append(blank ? "_" : "");
      blank = false;
      clean.append(c == '|' || Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
    }
    return new LunId(clean.toString());
  }

  private static String sysfsPath(String name, Path directory) {
    try {
      String real = directory.toRealPath().toString();
      int devices = real.indexOf("/devices/");
      return devices < 0 ? "/devices/" + name : real.substring(devices);
    } catch (IOException e) {
      return "/devices/" + name;
    }
  }
}
