package io.oasis.agent.sample;

import io.oasis.linux.BlockDevice;
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
 */
public record Snapshot(
    long nanos,
    List<BlockDevice> devices,
    List<DiskCounters> disks,
    Map<DeviceNumber, InFlight.Now> inFlight,
    long cgroupsLater,
    List<Cgroups.Reading> cgroups,
    List<CgroupIo> root) {
  public Snapshot {
    devices = List.copyOf(devices);
    disks = List.copyOf(disks);
    inFlight = Map.copyOf(inFlight);
    cgroups = List.copyOf(cgroups);
    root = List.copyOf(root);
  }
}
