package io.oasis.lab.host;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Throttle;
import io.oasis.agent.sample.Snapshot;
import io.oasis.lab.sim.Timeline;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.Cgroups;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.linux.InFlight;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A host with applications in cgroups, LUNs and limits. It shows the agent the counters a kernel
 * shows, and the adapter the places a kernel has.
 */
public final class LabHost {
  /** Where limits act. */
  public enum Enforcement {
    /** In the host's kernel, above the LUN's counters: held I/O is in none of those. */
    HOST,
    /** In the array, below them: held I/O shows as depth and latency. */
    ARRAY
  }

  /**
   * What a host's counters of an application tell where its kernel limits. Below the counters, in
   * an array, all of them tell the same.
   */
  public enum Counting {
    /** What passed the throttle, as {@code io.stat} of cgroup v2. */
    PASSED(CgroupVersion.V2),
    /** What came to the throttle, as {@code blkio.throttle.io_serviced} of v1 in 6.18. */
    ENTERED(CgroupVersion.V1),
    /** What passed, in files of v1: no kernel that was measured. */
    PASSED_IN_V1(CgroupVersion.V1);

    private final CgroupVersion version;

    Counting(CgroupVersion version) {
      this.version = version;
    }
  }

  /** One application's use of one LUN. */
  public final class Place implements Port {
    private final QueueId queue;
    private final Worker worker;
    private final Lun lun;
    private final Cgroup cgroup;
    private final Lane reads;
    private final Lane writes;
    private Throttle throttle = Throttle.NONE;
    private final LatencyTruth truth = new LatencyTruth();
    private long delayNanos;
    private final ArrayDeque<Io> inside = new ArrayDeque<>();
    private final Amounts issued = new Amounts();
    private final Amounts passed = new Amounts();

    private Place(Worker worker, Lun lun, Cgroup cgroup) {
      this.worker = worker;
      this.lun = lun;
      this.cgroup = cgroup;
      queue = new QueueId(cgroup.application(id), lun.id());
      Lane.Pace pace = enforcement == Enforcement.HOST ? Lane.Pace.SLICED : Lane.Pace.EVEN;
      reads = new Lane(time, pace, this::passed);
      writes = new Lane(time, pace, this::passed);
    }

    public QueueId queue() {
      return queue;
    }

    public Worker worker() {
      return worker;
    }

    public Lun lun() {
      return lun;
    }

    /** What the kernel holds here. */
    public Throttle throttle() {
      return throttle;
    }

    /** Writes a limit, as whoever may write the kernel's file can. */
    public void throttle(Throttle newThrottle) {
      limits += (newThrottle.isNone() ? 0 : 1) - (throttle.isNone() ? 0 : 1);
      throttle = newThrottle;
      watcher.accept(this);
      reads.limit(
          newThrottle.get(Throttle.Part.READ_IOPS), newThrottle.get(Throttle.Part.READ_BYTES));
      writes.limit(
          newThrottle.get(Throttle.Part.WRITE_IOPS), newThrottle.get(Throttle.Part.WRITE_BYTES));
    }

    /** Where the latency of its I/O really came from. */
    public LatencyTruth truth() {
      return truth;
    }

    /** I/O that a limit holds back now. */
    public int held() {
      return reads.held() + writes.held();
    }

    /** What the kernel's files say of it. */
    public Counters counters() {
      return counting == Counting.ENTERED ? issued.counters() : passed.counters();
    }

    /** What it issued, before any throttle, as {@code /proc/PID/io} has it in bytes. */
    public Counters issued() {
      return issued.counters();
    }

    @Override
    public void submit(Io io) {
      issued.add(io);
      if (enforcement == Enforcement.ARRAY) {
        enter(io);
      }
      (io.isWrite() ? writes : reads).submit(io);
    }

    /** Makes the throttle hold each I/O for so much longer than its limit asks: a fault. */
    public void delay(double seconds) {
      delayNanos = (long) (seconds * Timeline.SECOND);
    }

    private void passed(Io io) {
      if (delayNanos > 0 && !throttle.isNone()) {
        time.after(delayNanos, () -> forward(io));
      } else {
        forward(io);
      }
    }

    private void forward(Io io) {
      if (enforcement == Enforcement.HOST) {
        enter(io);
      }
      io.passedAt = time.now();
      io.ownAhead = inside.size();
      io.othersAhead = lun.backend().outstanding() - inside.size();
      io.firstOwnAhead = inside.peekFirst();
      inside.addLast(io);
      io.shift(lun.firstByte());
      lun.backend().submit(io);
    }

    private void enter(Io io) {
      passed.add(io);
      lun.enter(io);
    }

    @Override
    public void completed(Io io) {
      lun.leave(io);
      inside.remove(io);
      truth.add(io, time.now());
      io.firstOwnAhead = null;
      worker.completed(io);
    }
  }

  private final Timeline time;
  private final HostId id;
  private final Enforcement enforcement;
  private final Counting counting;
  private final List<Lun> luns = new ArrayList<>();
  private final Map<QueueId, Place> places = new LinkedHashMap<>();
  private long inodes = 100;
  private int limits;
  private Consumer<Place> watcher = place -> {};

  public LabHost(Timeline time, String name, Enforcement enforcement, Counting counting) {
    this.time = time;
    this.counting = counting;
    this.id = new HostId(name);
    this.enforcement = enforcement;
  }

  public HostId id() {
    return id;
  }

  /** Whether its kernel limits, and not the array behind it. */
  public boolean isKernel() {
    return enforcement == Enforcement.HOST;
  }

  /** Tells of every limit that is written from now on. */
  public void watchLimits(Consumer<Place> newWatcher) {
    watcher = newWatcher;
  }

  public Iterable<Place> places() {
    return places.values();
  }

  /** How many of its places are limited now. */
  public int limits() {
    return limits;
  }

  public Place place(QueueId queue) {
    Place place = places.get(queue);
    if (place == null) {
      throw new IllegalArgumentException("no queue " + queue);
    }
    return place;
  }

  /** Adds a LUN that begins at this byte of the backend. */
  public Lun lun(String name, DomainId domain, Backend backend, long firstByte) {
    Lun lun = new Lun(time, name, luns.size(), domain, backend, firstByte);
    luns.add(lun);
    return lun;
  }

  /** Adds an application on a LUN; it starts at this time. */
  public Place run(Worker worker, Lun lun, double atSeconds) {
    String path = "/" + worker.name();
    Cgroup cgroup =
        new Cgroup(counting.version, path, Path.of("/sys/fs/cgroup/blkio" + path), inodes++);
    Place place = new Place(worker, lun, cgroup);
    places.put(place.queue, place);
    worker.start(place, atSeconds);
    return place;
  }

  /** What an agent reads now. */
  public Snapshot snapshot() {
    List<BlockDevice> devices = new ArrayList<>();
    List<DiskCounters> disks = new ArrayList<>();
    List<CgroupIo> root = new ArrayList<>();
    Map<DeviceNumber, InFlight.Now> inFlight = new HashMap<>();
    for (Lun lun : luns) {
      devices.add(lun.device());
      disks.add(lun.counters());
      inFlight.put(lun.device().number(), lun.inFlight());
      root.add(io(lun, Counters.ZERO));
    }
    List<Cgroups.Reading> cgroups = new ArrayList<>(places.size());
    for (Place place : places.values()) {
      cgroups.add(new Cgroups.Reading(place.cgroup, List.of(io(place.lun, place.counters()))));
    }
    List<CgroupIo> said = counting == Counting.ENTERED ? root : List.of();
    return new Snapshot(time.now(), devices, disks, inFlight, 0, cgroups, said);
  }

  private static CgroupIo io(Lun lun, Counters done) {
    return new CgroupIo(
        lun.device().number(),
        done.readIos(),
        done.writeIos(),
        done.readBytes(),
        done.writeBytes());
  }

  /** What an adapter finds here. */
  public Inventory inventory() {
    Map<ApplicationId, Inventory.Group> groups = new HashMap<>();
    Map<LunId, Inventory.Lun> found = new HashMap<>();
    for (Place place : places.values()) {
      groups.put(
          place.queue.application(),
          new Inventory.Group(place.cgroup.directory().toString(), place.cgroup.inode()));
    }
    for (Lun lun : luns) {
      BlockDevice device = lun.device();
      found.put(
          lun.id(),
          new Inventory.Lun(
              new DeviceRef(device.number().major(), device.number().minor(), device.generation()),
              device.domain()));
    }
    return new Inventory(groups, found);
  }
}
