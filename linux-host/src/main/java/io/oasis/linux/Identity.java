package io.oasis.linux;

import io.oasis.protocol.Check;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

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
 * The last two, and the serial number of a virtio disk, which a hypervisor may give to every guest
 * alike, hold on one host only.
 *
 * @param source in words
 * @param global whether the same name on another host means the same device
 */
public record Identity(LunId lun, String source, boolean global) {
  /** Of a LUN and of a host together with it: less than an id may have. */
  private static final int MAX_CHARS = 400;

  private static final int MAX_HOST_CHARS = 80;
  private static final String NO_NGUID = "00000000-0000-0000-0000-000000000000";

  /**
   * @param directory {@code /sys/block/NAME}
   */
  static Identity of(String name, Path directory) {
    return global(directory, "wwid", "wwid", "device/wwid")
        .or(
            () ->
                global(directory, "nguid", "nguid")
                    .filter(identity -> !identity.lun.value().endsWith(NO_NGUID)))
        .or(() -> global(directory, "dm", "dm/uuid"))
        .or(() -> global(directory, "md", "md/uuid"))
        .or(() -> read(directory, "serial", "serial", false)) // virtio
        .or(() -> read(directory, "serial", "device/serial", true))
        .or(() -> read(directory, "loop", "loop/backing_file", false))
        .orElseGet(
            () -> new Identity(lun("path", sysfsPath(name, directory)), "sysfs path", false));
  }

  /** What a domain made of this device is called: no other host's, unless it is the same device. */
  String anywhere(HostId host) {
    String name = host.value().substring(0, Math.min(MAX_HOST_CHARS, host.value().length()));
    return global ? lun.value() : name + ":" + lun.value();
  }

  private static Optional<Identity> global(Path directory, String prefix, String... files) {
    return Stream.of(files)
        .flatMap(file -> read(directory, prefix, file, true).stream())
        .findFirst();
  }

  private static Optional<Identity> read(
      Path directory, String prefix, String file, boolean global) {
    return HostRoot.read(directory.resolve(file))
        .map(text -> new Identity(lun(prefix, text), file, global));
  }

  /** An id is not longer than 512 characters. */
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
      clean.append(c);
    }
    return new LunId(Check.idText(clean.toString()));
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
