package io.oasis.linux;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cgroups of a host and their block I/O counters. Not for several threads.
 *
 * <p>A cgroup appears in the first reading after it was made and is missing from the first reading
 * after it was removed.
 */
public final class Cgroups implements AutoCloseable {
  /** What agents report is limited to as many applications. */
  public static final int MAX_CGROUPS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);

  /** Walk the tree at the latest after so many readings, should the kernel's count deceive. */
  private static final int READINGS_PER_WALK = 10;

  /** Everything that was read of one cgroup, the root excluded. */
  public record Reading(Cgroup cgroup, List<CgroupIo> io) {
    public Reading {
      io = List.copyOf(io);
    }
  }

  private final Optional<CgroupMount> mount;
  private final CounterFile census;
  private final CounterFile.Bytes bytes = new CounterFile.Bytes();
  private final CgroupIoParser parser = new CgroupIoParser();
  private final Optional<Member> root;
  private final Map<String, Member> members = new TreeMap<>();
  private long lastCensus = -1;
  private int readingsLeft;
  private boolean vanished;
  private boolean othersLogged;

  public Cgroups(HostRoot host) {
    mount = CgroupMount.find(host);
    root =
        mount
            .filter(top -> top.version() == CgroupVersion.V1)
            .map(top -> new Member(new Cgroup(top.version(), "/", top.directory(), 0)));
    census =
        new CounterFile(
            mount.isPresent() && mount.get().version() == CgroupVersion.V2
                ? mount.get().directory().resolve("cgroup.stat")
                : host.at("/proc/cgroups"));
  }

  /** What the root cgroup of v1 did itself; v2 does not say it. */
  public List<CgroupIo> root() {
    List<CgroupIo> io = new ArrayList<>(4);
    root.ifPresent(member -> member.read(bytes, parser, io));
    return io;
  }

  /** Which hierarchy accounts for block I/O; empty when none does. */
  public Optional<CgroupMount> mount() {
    return mount;
  }

  /** Reads the counters of all cgroups, by path. */
  public List<Reading> read() {
    if (mount.isEmpty()) {
      return List.of();
    }
    if (isWalkDue()) {
      walk(mount.get());
    }
    List<Reading> readings = new ArrayList<>(members.size());
    for (Member member : members.values()) {
      List<CgroupIo> io = new ArrayList<>(4);
      if (member.read(bytes, parser, io)) {
        readings.add(new Reading(member.cgroup, io));
      } else {
        vanished = true;
      }
    }
    return readings;
  }

  @Override
  public void close() {
    census.close();
    members.values().forEach(Member::close);
    members.clear();
    root.ifPresent(Member::close);
  }

  private boolean isWalkDue() {
    long count = census.read(bytes) ? countOf(mount.orElseThrow().version()) : -1;
    boolean due = count < 0 || count != lastCensus || vanished || readingsLeft <= 0;
    lastCensus = count;
    readingsLeft = due ? READINGS_PER_WALK : readingsLeft - 1;
    return due;
  }

  /** {@code nr_descendants N}, or the third word of the line of {@code blkio}. */
  private long countOf(CgroupVersion version) {
    while (!bytes.atEnd()) {
      boolean found =
          switch (version) {
            case V1 -> bytes.take("blkio");
            case V2 -> bytes.take("nr_descendants");
          };
      if (found) {
        bytes.skipBlanks();
        if (version == CgroupVersion.V1) {
          bytes.number();
          bytes.skipBlanks();
        }
        return bytes.number();
      }
      bytes.skipLine();
    }
    return -1;
  }

  private void walk(CgroupMount top) {
    vanished = false;
    CgroupTree tree = CgroupTree.of(top, MAX_CGROUPS, members.keySet());
    if (!tree.isWhole()) {
      warnOfOthers();
    }
    Map<String, Cgroup> found = tree.found();
    members
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !entry.getValue().cgroup.equals(found.get(entry.getKey()));
              if (gone) {
                entry.getValue().close();
              }
              return gone;
            });
    found.forEach((path, cgroup) -> members.computeIfAbsent(path, _ -> new Member(cgroup)));
  }

  private void warnOfOthers() {
    if (!othersLogged) {
      othersLogged = true;
      LOG.warn(
          "more than {} cgroups, or some whose names are no text: the I/O of those left out counts"
              + " as unattributed, and they are not limited",
          MAX_CGROUPS);
    }
  }

  /** A cgroup with its counter files open. */
  private static final class Member implements AutoCloseable {
    private static final String V1_OPERATIONS = "blkio.throttle.io_serviced";
    private static final String V1_BYTES = "blkio.throttle.io_service_bytes";
    private static final String V2_ALL = "io.stat";

    private final Cgroup cgroup;
    private final CounterFile first;
    private final CounterFile second;

    /** What was read last: without new operations there are no new bytes to be read (v1). */
    private List<CgroupIo> last = List.of();

    Member(Cgroup cgroup) {
      this.cgroup = cgroup;
      boolean v1 = cgroup.version() == CgroupVersion.V1;
      first = new CounterFile(cgroup.directory().resolve(v1 ? V1_OPERATIONS : V2_ALL));
      second = v1 ? new CounterFile(cgroup.directory().resolve(V1_BYTES)) : first;
    }

    /**
     * @return whether the cgroup is still there
     */
    boolean read(CounterFile.Bytes bytes, CgroupIoParser parser, List<CgroupIo> into) {
      boolean read =
          switch (cgroup.version()) {
            case V1 -> readV1(bytes, parser, into);
            case V2 -> first.read(bytes) && parser.v2(bytes, into);
          };
      // A v2 cgroup below a parent that does not delegate io has no io.stat and yet exists.
      return read || (cgroup.version() == CgroupVersion.V2 && Files.exists(cgroup.directory()));
    }

    private boolean readV1(CounterFile.Bytes bytes, CgroupIoParser parser, List<CgroupIo> into) {
      if (!first.read(bytes)) {
        return false;
      }
      parser.v1Operations(bytes);
      if (!parser.hasSameOperations(last)) {
        List<CgroupIo> fresh = new ArrayList<>(last.size());
        if (!second.read(bytes)) {
          return false;
        }
        parser.v1Bytes(bytes, fresh);
        last = fresh;
      }
      into.addAll(last);
      return true;
    }

    @Override
    public void close() {
      first.close();
      second.close();
    }
  }
}
