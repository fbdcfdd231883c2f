package io.oasis.agent;

import io.oasis.linux.Asked;
import io.oasis.linux.Cgroup;
import io.oasis.linux.CgroupIo;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.Cgroups;
import io.oasis.linux.HostRoot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what processes asked for, of those cgroups of v2 that did I/O of late: one that is idle has
 * nothing waiting, and costs nothing.
 */
final class AskedReader {
  private static final Logger LOG = LoggerFactory.getLogger(AskedReader.class);

  /** So many readings without I/O, and it is idle: more than a limit can hold one up. */
  private static final int IDLE_READINGS = 20;

  private record Seen(List<CgroupIo> io, int idle) {}

  private final HostRoot host;
  private Map<Cgroup, Seen> before = Map.of();
  private Map<Cgroup, Asked> last = Map.of();
  private boolean obstacleLogged;

  AskedReader(HostRoot host) {
    this.host = host;
  }

  Map<Cgroup, Asked> read(List<Cgroups.Reading> readings) {
    Map<Cgroup, Seen> now = new HashMap<>();
    Map<Cgroup, Asked> asked = new HashMap<>();
    for (Cgroups.Reading reading : readings) {
      Cgroup cgroup = reading.cgroup();
      if (cgroup.version() != CgroupVersion.V2 || reading.io().isEmpty()) {
        continue;
      }
      Seen old = before.get(cgroup);
      boolean moved = old != null && !old.io().equals(reading.io());
      int idle = moved ? 0 : old == null ? IDLE_READINGS : Math.min(IDLE_READINGS, old.idle() + 1);
      now.put(cgroup, new Seen(reading.io(), idle));
      if (idle < IDLE_READINGS) {
        Asked all = Asked.read(host, cgroup.directory(), last.getOrDefault(cgroup, Asked.NONE));
        all.obstacle().ifPresent(this::log);
        if (all.obstacle().isEmpty()) {
          asked.put(cgroup, all);
        }
      }
    }
    before = now;
    last = asked;
    return asked;
  }

  private void log(String obstacle) {
    if (!obstacleLogged) {
      obstacleLogged = true;
      LOG.warn("what waits behind limits is not known: {}", obstacle);
    }
  }
}
