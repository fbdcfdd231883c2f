package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.UsageBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at this host once per interval: what can be limited, and what passed since last time. */
final class Host implements View {
  /** A queue that did nothing for so long is not reported until it does something again. */
  private static final Duration QUIET_AFTER = Duration.ofSeconds(60);

  private record Place(long inode, long generation) {}

  private record Count(Place place, CgroupIo io, Duration activeAt) {}

  private final HostId host;
  private final AdapterId adapter;
  private final BlockDevices devices;
  private final Cgroups cgroups;
  private final Counting counting;
  private Map<QueueId, Count> counts = new HashMap<>();
  private Optional<Duration> lookedAt = Optional.empty();

  Host(HostRoot root, HostId host, AdapterId adapter, Counting counting) {
    this.host = host;
    this.adapter = adapter;
    this.devices = new BlockDevices(root, host);
    this.cgroups = new Cgroups(root);
    this.counting = counting;
  }

  @Override
  public void reach(Reach reach) {
    counting.reach(reach);
  }

  @Override
  public Look look(Now at) {
    Duration now = at.monotonic();
    Instant wall = at.wall();
    Map<DeviceNumber, BlockDevice> byNumber = new HashMap<>();
    Map<LunId, Inventory.Lun> luns = new HashMap<>();
    for (BlockDevice device : devices.discover()) {
      DeviceNumber number = device.number();
      DeviceRef reference = new DeviceRef(number.major(), number.minor(), device.generation());
      byNumber.put(number, device);
      luns.putIfAbsent(device.lun(), new Inventory.Lun(reference, device.domain()));
    }
    Duration elapsed = lookedAt.map(now::minus).orElse(Duration.ZERO);
    Map<QueueId, Count> next = new HashMap<>();
    List<Message> usage = new ArrayList<>();
    Map<ApplicationId, Inventory.Group> groups = new HashMap<>();
    for (Cgroups.Reading reading : cgroups.read()) {
      ApplicationId application = reading.cgroup().application(host);
      long inode = reading.cgroup().inode();
      groups.put(application, new Inventory.Group(reading.cgroup().directory().toString(), inode));
      for (CgroupIo io : reading.io()) {
        BlockDevice device = byNumber.get(io.device());
        if (device != null) {
          Place place = new Place(inode, device.generation());
          QueueId queue = new QueueId(application, device.lun());
          Count count = count(queue, place, io, now);
          next.put(queue, count);
          usage(queue, device, count, elapsed, now, wall).ifPresent(usage::add);
        }
      }
    }
    counting.switchOn(cgroups.mount(), byNumber.values(), groups);
    counts = next;
    lookedAt = Optional.of(now);
    return new Look(new Inventory(groups, luns), usage, counters());
  }

  private Map<QueueId, Counters> counters() {
    Map<QueueId, Counters> counters = HashMap.newHashMap(counts.size());
    counts.forEach((queue, count) -> counters.put(queue, counters(count.io())));
    return counters;
  }

  private static Counters counters(CgroupIo io) {
    return new Counters(io.reads(), io.writes(), io.readBytes(), io.writeBytes());
  }

  private Count count(QueueId queue, Place place, CgroupIo io, Duration now) {
    Count before = counts.get(queue);
    if (before != null && before.place().equals(place) && before.io().equals(io)) {
      return before; // nothing passed
    }
    return new Count(place, io, now);
  }

  private Optional<UsageBatch> usage(
      QueueId queue,
      BlockDevice device,
      Count count,
      Duration elapsed,
      Duration now,
      Instant wall) {
    Count before = counts.get(queue);
    if (before == null
        || !before.place().equals(count.place())
        || elapsed.toMillis() < 1
        || elapsed.toHours() >= 1
        || now.minus(count.activeAt()).compareTo(QUIET_AFTER) > 0) {
      return Optional.empty();
    }
    return Optional.of(
        View.usage(
            queue,
            device.domain(),
            adapter,
            wall,
            elapsed.toNanos() / 1e9,
            counters(before.io()),
            counters(count.io())));
  }

  @Override
  public void close() {
    cgroups.close();
  }
}
