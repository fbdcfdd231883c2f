package io.oasis.agent.sample;

import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each cgroup did itself since the reading before.
 *
 * <p>On v2 a cgroup's counters hold its children's. They are told apart by differences, never by
 * values: when a child is removed its history stays in the parent and must not look like new I/O.
 */
final class CgroupWork {
  private Map<Cgroup, Map<DeviceNumber, CgroupIo>> before = Map.of();
  private boolean first = true;

  Map<Cgroup, Map<DeviceNumber, Work>> since(List<Cgroups.Reading> readings) {
    Map<Cgroup, Map<DeviceNumber, CgroupIo>> now = new HashMap<>();
    Map<Cgroup, Map<DeviceNumber, Work>> work = new HashMap<>();
    for (Cgroups.Reading reading : readings) {
      Map<DeviceNumber, CgroupIo> io = new HashMap<>();
      reading.io().forEach(line -> io.put(line.device(), line));
      now.put(reading.cgroup(), io);
      if (!first) {
        Map<DeviceNumber, CgroupIo> old = before.getOrDefault(reading.cgroup(), Map.of());
        work.put(reading.cgroup(), difference(old, io));
      }
    }
    before = now;
    first = false;
    return withoutChildren(work);
  }

  /** Who has ever used a device, as far as counters tell; of v2 without the parents of others. */
  List<Cgroup> users(DeviceNumber device) {
    return before.entrySet().stream()
        .filter(entry -> isUsed(entry.getValue().get(device)))
        .map(Map.Entry::getKey)
        .filter(cgroup -> before.keySet().stream().noneMatch(other -> isIn(other, cgroup)))
        .toList();
  }

  private static boolean isUsed(@Nullable CgroupIo io) {
    return io != null && io.reads() + io.writes() > 0;
  }

  private static boolean isIn(Cgroup child, Cgroup parent) {
    return child.version() == CgroupVersion.V2
        && parent.version() == CgroupVersion.V2
        && child.path().startsWith(parent.path() + "/");
  }

  private static Map<DeviceNumber, Work> difference(
      Map<DeviceNumber, CgroupIo> old, Map<DeviceNumber, CgroupIo> now) {
    Map<DeviceNumber, Work> work = new HashMap<>();
    now.forEach(
        (device, io) -> {
          CgroupIo base = old.getOrDefault(device, new CgroupIo(device, 0, 0, 0, 0));
          Work done =
              new Work(
                  Counters.since(base.reads(), io.reads()),
                  Counters.since(base.writes(), io.writes()),
                  Counters.since(base.readBytes(), io.readBytes()),
                  Counters.since(base.writeBytes(), io.writeBytes()));
          if (!done.isNone()) {
            work.put(device, done);
          }
        });
    return work;
  }

  private static Map<Cgroup, Map<DeviceNumber, Work>> withoutChildren(
      Map<Cgroup, Map<DeviceNumber, Work>> work) {
    Map<String, Cgroup> byPath = new TreeMap<>();
    work.keySet().stream()
        .filter(cgroup -> cgroup.version() == CgroupVersion.V2)
        .forEach(cgroup -> byPath.put(cgroup.path(), cgroup));
    Map<Cgroup, Map<DeviceNumber, Work>> own = new HashMap<>();
    work.forEach((cgroup, works) -> own.put(cgroup, new HashMap<>(works)));
    for (Cgroup child : byPath.values()) {
      int slash = child.path().lastIndexOf('/');
      Cgroup parent = byPath.get(child.path().substring(0, Math.max(0, slash)));
      if (parent != null) {
        Map<DeviceNumber, Work> rest = own.getOrDefault(parent, new HashMap<>());
        work.getOrDefault(child, Map.of())
            .forEach((device, done) -> rest.computeIfPresent(device, (_, all) -> all.minus(done)));
      }
    }
    own.values().forEach(works -> works.values().removeIf(Work::isNone));
    return own;
  }
}
