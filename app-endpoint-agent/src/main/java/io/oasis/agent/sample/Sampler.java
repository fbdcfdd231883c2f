package io.oasis.agent.sample;

import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares each snapshot with the one before it; the package says by which law. */
public final class Sampler {
  private static final Optional<Double> NOTHING_HELD = Optional.of(0.0);

  private final HostId host;
  private final ApplicationId unattributed;
  private final Function<QueueId, Optional<RateBound>> limits;
  private final CgroupWork cgroupWork;
  private final Map<DeviceNumber, Memory> memories = new HashMap<>();
  private final HeldByGroups groups;
  private final Map<Cgroup, ApplicationId> names = new HashMap<>();
  private @Nullable Snapshot before;

  /** Of one device, as long as it is the same. */
  private record Memory(Leftover leftover, Held throttle, Unserved unserved) {
    Memory() {
      this(new Leftover(), new Held(), new Unserved());
    }
  }

  /**
   * @param limits those in force, as far as they are known
   */
  public Sampler(HostId host, Function<QueueId, Optional<RateBound>> limits) {
    this.limits = limits;
    this.host = host;
    this.unattributed = Cgroup.unattributed(host);
    this.cgroupWork = new CgroupWork();
    this.groups = new HeldByGroups(host, limits);
  }

  /**
   * What happened since the snapshot before; empty for the first one, and for an interval of no
   * length.
   */
  public List<LunSample> sample(Snapshot now) {
    Snapshot last = before;
    before = now;
    Map<Cgroup, Map<DeviceNumber, Work>> byCgroup = cgroupWork.since(now.cgroups());
    if (last == null || now.nanos() <= last.nanos()) {
      return List.of();
    }
    double seconds = (now.nanos() - last.nanos()) / 1e9;
    Map<DeviceNumber, BlockDevice> oldDevices = devicesOf(last);
    Map<DeviceNumber, DiskCounters> oldDisks = byNumber(last.disks());
    Map<DeviceNumber, DiskCounters> newDisks = byNumber(now.disks());
    Map<DeviceNumber, Map<ApplicationId, Work>> byDevice = byDevice(byCgroup);
    Map<DeviceNumber, Work> totals = totals(oldDisks, newDisks);
    Map<DeviceNumber, List<DeviceNumber>> above = Stacked.above(now.devices());
    Map<ApplicationId, Double> asked = groups.measure(now, byCgroup, seconds);
    List<LunSample> samples = new ArrayList<>();
    for (BlockDevice device : now.devices()) {
      BlockDevice old = oldDevices.get(device.number());
      DiskCounters oldDisk = oldDisks.get(device.number());
      DiskCounters disk = newDisks.get(device.number());
      Work total = totals.get(device.number());
      if (old == null || oldDisk == null || disk == null || total == null || !same(old, device)) {
        memories.remove(device.number());
        continue;
      }
      Measured measured = Measured.of(seconds, oldDisk, disk, last, now);
      Map<ApplicationId, Work> works = byDevice.getOrDefault(device.number(), Map.of());
      List<DeviceNumber> stacked = above.getOrDefault(device.number(), List.of());
      samples.add(
          sampleOf(
              device,
              measured,
              total,
              Stacked.withoutPassedDown(total, stacked, totals),
              Stacked.ownWork(device.number(), stacked, byDevice),
              held(device, measured, works, last.root(), now, asked)));
    }
    return samples;
  }

  private Memory memory(DeviceNumber device) {
    return memories.computeIfAbsent(device, _ -> new Memory());
  }

  private static Map<DeviceNumber, BlockDevice> devicesOf(Snapshot snapshot) {
    Map<DeviceNumber, BlockDevice> map = new HashMap<>();
    snapshot.devices().forEach(device -> map.put(device.number(), device));
    return map;
  }

  private static boolean same(BlockDevice old, BlockDevice now) {
    return old.generation() == now.generation() && old.lun().equals(now.lun());
  }

  private static Map<DeviceNumber, DiskCounters> byNumber(List<DiskCounters> disks) {
    Map<DeviceNumber, DiskCounters> map = new HashMap<>();
    disks.forEach(disk -> map.put(disk.number(), disk));
    return map;
  }

  private Map<DeviceNumber, Map<ApplicationId, Work>> byDevice(
      Map<Cgroup, Map<DeviceNumber, Work>> byCgroup) {
    names.keySet().retainAll(byCgroup.keySet());
    Map<DeviceNumber, Map<ApplicationId, Work>> byDevice = new HashMap<>();
    byCgroup.forEach(
        (cgroup, works) -> {
          ApplicationId application =
              names.computeIfAbsent(cgroup, present -> present.application(host));
          works.forEach(
              (device, work) ->
                  byDevice
                      .computeIfAbsent(device, _ -> new TreeMap<>())
                      .merge(application, work, Work::plus));
        });
    return byDevice;
  }

  private static Map<DeviceNumber, Work> totals(
      Map<DeviceNumber, DiskCounters> before, Map<DeviceNumber, DiskCounters> now) {
    Map<DeviceNumber, Work> totals = new HashMap<>();
    now.forEach(
        (number, disk) -> {
          DiskCounters old = before.get(number);
          if (old != null && !Counters.isReset(old, disk)) {
            totals.put(number, Work.done(old, disk));
          }
        });
    return totals;
  }

  /** I/Os of no cgroup but the root; empty where the kernel does not count them. */
  private static OptionalDouble rootEntered(
      DeviceNumber device, List<CgroupIo> before, List<CgroupIo> now) {
    OptionalLong old = operations(device, before);
    OptionalLong all = operations(device, now);
    return old.isEmpty() || all.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Counters.since(old.getAsLong(), all.getAsLong()));
  }

  private static OptionalLong operations(DeviceNumber device, List<CgroupIo> all) {
    return all.stream()
        .filter(io -> io.device().equals(device))
        .mapToLong(io -> io.reads() + io.writes())
        .findFirst();
  }

  /** What waits behind the limit of each application that has one; empty: it cannot be told. */
  private Map<ApplicationId, Optional<Double>> held(
      BlockDevice device,
      Measured measured,
      Map<ApplicationId, Work> works,
      List<CgroupIo> rootBefore,
      Snapshot now,
      Map<ApplicationId, Double> asked) {
    OptionalDouble rootEntered = rootEntered(device.number(), rootBefore, now.root());
    Held throttle = memory(device.number()).throttle();
    Map<ApplicationId, Held.Limited> limited = new TreeMap<>();
    Stream.concat(works.keySet().stream(), throttle.limited().stream())
        .distinct()
        .forEach(
            name ->
                limits
                    .apply(new QueueId(name, device.lun()))
                    .map(limit -> Held.Limited.of(workOf(name, works), limit, measured.seconds()))
                    .ifPresent(of -> limited.put(name, of)));
    double entered = works.values().stream().mapToDouble(Work::operations).sum();
    Optional<Map<ApplicationId, Double>> waiting =
        rootEntered.isEmpty()
            ? Optional.empty()
            : throttle.measure(
                entered + rootEntered.getAsDouble(),
                measured.left(),
                measured.seconds(),
                now.cgroupsLater() / 1e9,
                limited);
    Map<ApplicationId, Optional<Double>> held = new TreeMap<>();
    limited
        .keySet()
        .forEach(
            name ->
                held.put(
                    name,
                    waiting
                        .map(all -> all.getOrDefault(name, 0.0))
                        .or(() -> Optional.ofNullable(asked.get(name)))));
    return held;
  }

  private static Work workOf(ApplicationId name, Map<ApplicationId, Work> works) {
    return works.getOrDefault(name, Work.NONE);
  }

  /** What the LUN did that nobody can be charged with. */
  private Work left(
      BlockDevice device,
      Measured measured,
      Work own,
      Map<ApplicationId, Work> applications,
      Map<ApplicationId, Optional<Double>> held) {
    return memory(device.number())
        .leftover()
        .of(
            own,
            applications.values().stream().reduce(Work.NONE, Work::plus),
            measured.readsIn(),
            measured.writesIn(),
            held.values().stream().mapToDouble(waiting -> waiting.orElse(0.0)).sum(),
            measured.seconds());
  }

  private LunSample sampleOf(
      BlockDevice device,
      Measured measured,
      Work total,
      Work own,
      Map<ApplicationId, Work> applications,
      Map<ApplicationId, Optional<Double>> held) {
    Work left = left(device, measured, own, applications, held);
    Map<ApplicationId, Work> all = new TreeMap<>(applications);
    if (!left.isNone()) {
      all.put(unattributed, left);
    }
    held.forEach(
        (name, waiting) ->
            waiting.filter(count -> count > 0).ifPresent(_ -> all.putIfAbsent(name, Work.NONE)));
    double unserved = unserved(device.number(), measured, all);
    double outstanding = measured.outstanding(total, unserved);
    List<QueueActivity> queues = new ArrayList<>(all.size());
    all.forEach(
        (name, work) -> {
          Optional<Double> behind = held.getOrDefault(name, NOTHING_HELD);
          QueueSample did = measured.queue(work, total.operations(), behind);
          queues.add(new QueueActivity(new QueueId(name, device.lun()), did));
        });
    return new LunSample(
        device.lun(),
        device.domain(),
        measured.seconds(),
        measured.reads(own),
        measured.writes(own),
        new LunSample.Device(
            total.operations() / measured.seconds(),
            total.bytes() / measured.seconds(),
            outstanding,
            Math.min(measured.utilisation(), Math.min(1, outstanding)),
            unserved),
        queues);
  }

  /** I/Os that the device does not get to; who may have sent them is listed with the others. */
  private double unserved(DeviceNumber device, Measured measured, Map<ApplicationId, Work> all) {
    Unserved waiting = memory(device).unserved();
    double unserved =
        waiting.follow(measured.now().inFlight(), measured.served(), measured.seconds());
    if (waiting.mayBeOlder()) {
      cgroupWork
          .users(device)
          .forEach(cgroup -> all.putIfAbsent(cgroup.application(host), Work.NONE));
    }
    return unserved;
  }
}
