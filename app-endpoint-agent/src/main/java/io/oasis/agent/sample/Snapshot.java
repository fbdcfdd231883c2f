package io.oasis.agent.sample;

import io.oasis.linux.Asked;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.linux.InFlight;
import java.util.List;
import java.util.Map;

/**
 * All counters of a host at one moment.
 *
 * @param nanos of a monotonic clock
 * @param inFlight of the devices that were asked; others count as idle
 * @param cgroupsLater nanoseconds from the reading of {@code disks} to that of {@code cgroups}
 * @param root what entered on behalf of no other cgroup; empty where the kernel does not say (v2)
 * @param asked what the processes of cgroups asked for that did I/O of late; of v2 only, where it
 *     is not counted at the throttle's entry
 */
public record Snapshot(
    long nanos,
    List<BlockDevice> devices,
    List<DiskCounters> disks,
    Map<DeviceNumber, InFlight.Now> inFlight,
    long cgroupsLater,
    List<Cgroups.Reading> cgroups,
    List<CgroupIo> root,
    Map<Cgroup, Asked> asked) {
  /** Of a kernel that counts at the throttle's entry. */
  public Snapshot(
      long nanos,
      List<BlockDevice> devices,
      List<DiskCounters> disks,
      Map<DeviceNumber, InFlight.Now> inFlight,
      long cgroupsLater,
      List<Cgroups.Reading> cgroups,
      List<CgroupIo> root) {
    this(nanos, devices, disks, inFlight, cgroupsLater, cgroups, root, Map.of());
  }

  public Snapshot {
    devices = List.copyOf(devices);
    disks = List.copyOf(disks);
    inFlight = Map.copyOf(inFlight);
    cgroups = List.copyOf(cgroups);
    root = List.copyOf(root);
    asked = Map.copyOf(asked);
  }
}
