package io.oasis.linux;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Proposes domains: devices that share a disk share a domain.
 *
 * <p>Law: a device lies in the domain of the devices below it (members of dm and md, the disk that
 * holds a loop device's backing file), and a domain is a connected set of such devices. It is named
 * after its only bottom device, {@code disk:LUN}; with several bottom devices after the first of
 * them by name, {@code pool:LUN}. Where the LUN's name holds on one host only, the host's name
 * comes before it, {@code disk:HOST:LUN}: two hosts never share a domain by accident. A backing
 * file on a file system that is not on one of the host's devices (FUSE, network, memory) makes the
 * loop device a bottom of its own.
 *
 * <p>Not seen: what lies beyond the host, such as two LUNs of one array. The operator can say so.
 */
final class Domains {
  private final HostId host;
  private final MountInfo mounts;
  private final Map<String, BlockDevices.Seen> byName = new TreeMap<>();
  private final Map<DeviceNumber, String> wholeDevice = new HashMap<>();
  private final Map<String, String> parent = new HashMap<>();
  private final Map<String, List<String>> below = new HashMap<>();
  private final Map<String, String> reason = new HashMap<>();

  Domains(HostId host, MountInfo mounts, Collection<BlockDevices.Seen> devices) {
    this.host = host;
    this.mounts = mounts;
    for (BlockDevices.Seen device : devices) {
      byName.put(device.name(), device);
      wholeDevice.put(device.number(), device.name());
      device.partitions().forEach(partition -> wholeDevice.put(partition, device.name()));
    }
    byName.keySet().forEach(name -> parent.put(name, name));
  }

  List<BlockDevice> propose() {
    byName.values().forEach(this::stack);
    Map<String, TreeSet<String>> bottoms = new HashMap<>();
    for (String name : byName.keySet()) {
      if (below.getOrDefault(name, List.of()).isEmpty()) {
        bottoms.computeIfAbsent(rootOf(name), _ -> new TreeSet<>()).add(name);
      }
    }
    List<BlockDevice> devices = new ArrayList<>();
    for (BlockDevices.Seen device : byName.values()) {
      devices.add(propose(device, bottoms.getOrDefault(rootOf(device.name()), new TreeSet<>())));
    }
    return devices;
  }

  private BlockDevice propose(BlockDevices.Seen device, TreeSet<String> bottoms) {
    // A ring of devices has no bottom; the kernel allows none, a recorded tree might.
    String bottom = bottoms.isEmpty() ? device.name() : bottoms.first();
    String kind = bottoms.size() > 1 ? "pool:" : "disk:";
    BlockDevices.Seen shared = byName.getOrDefault(bottom, device);
    String why = reason.getOrDefault(device.name(), "a device of its own");
    if (bottoms.size() > 1) {
      why += "; shares " + String.join(", ", bottoms) + " with other devices";
    }
    return new BlockDevice(
        device.name(),
        device.number(),
        device.identity(),
        device.sizeBytes(),
        device.generation(),
        below.getOrDefault(device.name(), List.of()).stream()
            .map(name -> byName.getOrDefault(name, device).number())
            .toList(),
        new DomainId(kind + shared.identity().anywhere(host)),
        why);
  }

  /** Finds what lies below a device and joins them. */
  private void stack(BlockDevices.Seen device) {
    List<String> found = new ArrayList<>();
    for (String member : device.members()) {
      wholeNamed(member).filter(name -> !found.contains(name)).ifPresent(found::add);
    }
    if (!found.isEmpty()) {
      reason.put(device.name(), "made of " + String.join(", ", device.members()));
    }
    device.backingFile().ifPresent(file -> stackOnFile(device, file, found));
    found.remove(device.name());
    below.put(device.name(), List.copyOf(found));
    found.forEach(name -> parent.put(rootOf(device.name()), rootOf(name)));
  }

  private void stackOnFile(BlockDevices.Seen device, String file, List<String> found) {
    Optional<MountInfo.Mount> mount = mounts.holding(file);
    Optional<String> disk = mount.flatMap(this::diskOf);
    if (disk.isPresent()) {
      found.add(disk.get());
      reason.put(device.name(), "its backing file " + file + " lies on " + disk.get());
    } else {
      String type = mount.map(MountInfo.Mount::type).orElse("unknown");
      reason.put(
          device.name(),
          "its backing file " + file + " lies on a file system (" + type + ") without a device");
    }
  }

  /** Btrfs and others number their mounts themselves: then the source names the device. */
  private Optional<String> diskOf(MountInfo.Mount mount) {
    String byNumber = wholeDevice.get(mount.device());
    if (byNumber != null) {
      return Optional.of(byNumber);
    }
    return mount.source().startsWith("/dev/")
        ? wholeNamed(mount.source().substring("/dev/".length()))
        : Optional.empty();
  }

  /** The whole device that a name of a device or partition belongs to. */
  private Optional<String> wholeNamed(String name) {
    if (byName.containsKey(name)) {
      return Optional.of(name);
    }
    return byName.keySet().stream()
        .filter(whole -> isPartitionOf(name, whole))
        .max(java.util.Comparator.comparingInt(String::length));
  }

  private static boolean isPartitionOf(String name, String whole) {
    if (!name.startsWith(whole)) {
      return false;
    }
    String rest = name.substring(whole.length());
    String digits =
        Character.isDigit(whole.charAt(whole.length() - 1)) && rest.startsWith("p")
            ? rest.substring(1)
            : rest;
    return !digits.isEmpty() && digits.chars().allMatch(Character::isDigit);
  }

  private String rootOf(String name) {
    String at = name;
    for (String up = parent.getOrDefault(at, at);
        !up.equals(at);
        up = parent.getOrDefault(at, at)) {
      at = up;
    }
    return at;
  }
}
