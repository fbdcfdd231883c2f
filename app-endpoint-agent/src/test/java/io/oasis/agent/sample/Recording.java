package io.oasis.agent.sample;

import io.oasis.linux.Asked;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.linux.Identity;
import io.oasis.linux.InFlight;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counters of a host that a test moves on. */
final class Recording {
  private final Map<DeviceNumber, BlockDevice> devices = new TreeMap<>();
  private final Map<DeviceNumber, DiskCounters> disks = new TreeMap<>();
  private final Map<DeviceNumber, InFlight.Now> flying = new HashMap<>();
  private final Map<String, Map<DeviceNumber, CgroupIo>> cgroups = new TreeMap<>();
  List<CgroupIo> root = List.of();
  Map<Cgroup, Asked> asked = Map.of();
  long cgroupsLater;
  CgroupVersion version = CgroupVersion.V1;

  Recording() {
    device(SamplerTest.SDA, "wwid:a", 1);
  }

  Recording device(DeviceNumber number, String lun, long generation, DeviceNumber... below) {
    devices.put(
        number,
        new BlockDevice(
            "d" + number.major(),
            number,
            new Identity(new LunId(lun), "test", true),
            1,
            generation,
            List.of(below),
            new DomainId("disk:a"),
            "test"));
    return this;
  }

  Recording disk(DeviceNumber number, long... c) {
    disks.put(
        number,
        new DiskCounters(
            number,
            "d",
            new DiskCounters.Completed(c[0], 0, c[1], c[2]),
            new DiskCounters.Completed(c[3], 0, c[4], c[5]),
            c[6],
            c[7],
            c[8]));
    return this;
  }

  Recording diskWithMerges(DeviceNumber number, long done, long merged, long flying) {
    DiskCounters.Completed nothing = new DiskCounters.Completed(0, 0, 0, 0);
    disks.put(
        number,
        new DiskCounters(
            number,
            "d",
            new DiskCounters.Completed(done, merged, 8 * (done + merged), 0),
            nothing,
            flying,
            0,
            0));
    return this;
  }

  Recording withoutDisk(DeviceNumber number) {
    disks.remove(number);
    return this;
  }

  Recording flying(DeviceNumber number, long reads, long writes) {
    flying.put(number, new InFlight.Now(reads, writes));
    return this;
  }

  Recording cgroup(String path, DeviceNumber device, long reads, long writes) {
    cgroups
        .computeIfAbsent(path, _ -> new HashMap<>())
        .put(device, new CgroupIo(device, reads, writes, reads * 4_096, writes * 4_096));
    return this;
  }

  Recording without(String path) {
    cgroups.remove(path);
    return this;
  }

  Snapshot at(long second) {
    List<Cgroups.Reading> readings = new ArrayList<>();
    cgroups.forEach(
        (path, io) ->
            readings.add(
                new Cgroups.Reading(
                    new Cgroup(version, path, Path.of(path), path.hashCode()),
                    List.copyOf(io.values()))));
    return new Snapshot(
        second * 1_000_000_000L,
        List.copyOf(devices.values()),
        List.copyOf(disks.values()),
        flying,
        cgroupsLater,
        readings,
        root,
        asked);
  }
}
