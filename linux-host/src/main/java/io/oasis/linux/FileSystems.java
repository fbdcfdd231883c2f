package io.oasis.linux;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which file systems are mounted from block devices, and their room. Reads {@code
 * /proc/self/mountinfo} and asks the kernel; writes nothing.
 *
 * <p>Not seen: what this process has not in its own mount namespace, or only a part of (a bind
 * mount); and file systems that number themselves (Btrfs, ZFS), whose space is that of several
 * devices.
 */
final class FileSystems {
  private FileSystems() {}

  /** In the order of their mounts; each once, where it is mounted first. */
  static List<FileSystem> of(HostRoot host, Collection<BlockDevices.Seen> devices) {
    Map<DeviceNumber, DeviceNumber> whole = new HashMap<>();
    for (BlockDevices.Seen device : devices) {
      whole.put(device.number(), device.number());
      device.partitions().forEach(partition -> whole.put(partition, device.number()));
    }
    Set<DeviceNumber> found = new HashSet<>();
    List<FileSystem> systems = new ArrayList<>();
    for (MountInfo.Mount mount : MountInfo.read(host).all()) {
      DeviceNumber device = whole.get(mount.device());
      if (device != null && mount.root().equals("/") && found.add(mount.device())) {
        systems.add(look(host, mount, device));
      }
    }
    return systems;
  }

  private static FileSystem look(HostRoot host, MountInfo.Mount mount, DeviceNumber device) {
    if (mount.readOnly()) {
      return blind(mount, device, "nobody can write to it");
    }
    if (mount.type().startsWith("fuse")) {
      return blind(mount, device, "a process serves it, which may not answer");
    }
    try {
      Path place = host.at(mount.point());
      if (!(Files.getAttribute(place, "unix:dev") instanceof Long number)
          || number != numberOf(mount.device())) {
        return blind(mount, device, "something else is mounted over it");
      }
      FileStore store = Files.getFileStore(place);
      FileSystem.Room room =
          new FileSystem.Room(
              store.getTotalSpace(), store.getUnallocatedSpace(), store.getUsableSpace());
      return new FileSystem(device, mount.point(), mount.type(), Optional.of(room), "");
    } catch (IOException | UnsupportedOperationException e) {
      return blind(mount, device, "it cannot be read: " + e);
    }
  }

  private static FileSystem blind(MountInfo.Mount mount, DeviceNumber device, String trouble) {
    return new FileSystem(device, mount.point(), mount.type(), Optional.empty(), trouble);
  }

  /** As stat(2) writes it, see makedev(3). */
  private static long numberOf(DeviceNumber device) {
    long major = device.major();
    long minor = device.minor();
    return (minor & 0xff) | (major & 0xfff) << 8 | (minor & ~0xffL) << 12 | (major & ~0xfffL) << 32;
  }
}
