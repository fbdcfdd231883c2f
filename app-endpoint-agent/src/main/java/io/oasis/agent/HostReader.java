package io.oasis.agent;

import io.oasis.agent.sample.Snapshot;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.linux.DiskStats;
import io.oasis.linux.HostRoot;
import io.oasis.linux.InFlight;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Message;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the counters of the host and writes nothing. Devices are looked for every few seconds,
 * counters each time.
 */
final class HostReader implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(HostReader.class);

  /** A new device is found within this, or at once when it is one that was not there before. */
  private static final long DISCOVERY_NANOS = 5_000_000_000L;

  private final BlockDevices blockDevices;
  private final DiskStats diskStats;
  private final InFlight inFlight;
  private final Cgroups cgroups;
  private final AskedReader asked;
  private final Set<DeviceNumber> lines = new HashSet<>();
  private List<BlockDevice> devices = List.of();
  private long discoveredAt;
  private Snapshot last = new Snapshot(0, List.of(), List.of(), Map.of(), 0, List.of(), List.of());

  HostReader(HostRoot host, HostId name) {
    blockDevices = new BlockDevices(host, name);
    diskStats = new DiskStats(host);
    inFlight = new InFlight(host);
    cgroups = new Cgroups(host);
    asked = new AskedReader(host);
    LOG.info(
        "block I/O of applications is counted by {}",
        cgroups
            .mount()
            .map(m -> "cgroup " + m.version() + " at " + m.directory())
            .orElse("nobody"));
  }

  @Override
  public List<Message> interval(HostAgent agent, long nanos, Instant at) {
    Snapshot now = read(nanos);
    last = now;
    return agent.interval(now, at);
  }

  @Override
  public HostInventory inventory(HostAgent agent, Instant at) {
    return agent.inventory(last, blockDevices.fileSystems(), at);
  }

  @Override
  public int census() {
    return 31 * last.cgroups().size() + last.devices().size();
  }

  /** All counters now; {@code nanos} of a monotonic clock. */
  Snapshot read(long nanos) {
    long disksFrom = System.nanoTime();
    List<DiskCounters> disks = diskStats.read();
    long disksAt = middle(disksFrom);
    boolean newLine = false;
    for (DiskCounters disk : disks) {
      newLine |= lines.add(disk.number());
    }
    if (devices.isEmpty() || newLine || nanos - discoveredAt >= DISCOVERY_NANOS) {
      devices = blockDevices.discover();
      discoveredAt = nanos;
    }
    Map<DeviceNumber, InFlight.Now> flying = new HashMap<>();
    Map<DeviceNumber, BlockDevice> byNumber = new HashMap<>();
    devices.forEach(device -> byNumber.put(device.number(), device));
    for (DiskCounters disk : disks) {
      BlockDevice device = byNumber.get(disk.number());
      if (device != null && disk.inFlight() > 0) {
        flying.put(disk.number(), inFlight.read(device.name()));
      }
    }
    long cgroupsFrom = System.nanoTime();
    List<Cgroups.Reading> groups = cgroups.read();
    List<CgroupIo> root = cgroups.root();
    long later = middle(cgroupsFrom) - disksAt;
    return new Snapshot(nanos, devices, disks, flying, later, groups, root, asked.read(groups));
  }

  private static long middle(long from) {
    return from + (System.nanoTime() - from) / 2;
  }

  @Override
  public void close() {
    diskStats.close();
    inFlight.close();
    cgroups.close();
  }
}
