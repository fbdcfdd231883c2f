package io.oasis.agent.request;

import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceGrant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers to what this host asked of space; who asks is told when they turn. */
public final class SpaceAnswers {
  /** A host has no more file systems that fill; chosen, so that a flood of answers ends there. */
  private static final int MOST = 10_000;

  private record Asked(LunId lun, String fileSystem) {}

  /** How much of what was asked, which says more than bytes that differ from minute to minute. */
  private enum Part {
    NOTHING,
    SOME,
    ALL;

    static Part of(SpaceGrant grant) {
      return grant.grantedBytes() == 0
          ? NOTHING
          : grant.grantedBytes() < grant.askedBytes() ? SOME : ALL;
    }
  }

  private final HostId host;
  private final Map<Asked, Part> last = new HashMap<>();

  public SpaceAnswers(HostId host) {
    this.host = host;
  }

  /** Those of this host that are another part than before. */
  public List<SpaceGrant> take(GrantBatch batch) {
    return batch.space().orElse(List.of()).stream()
        .filter(grant -> grant.host().equals(host))
        .filter(this::turns)
        .toList();
  }

  private boolean turns(SpaceGrant grant) {
    Asked asked = new Asked(grant.lun(), grant.fileSystem());
    if (last.size() >= MOST && !last.containsKey(asked)) {
      return false;
    }
    Part part = Part.of(grant);
    return last.put(asked, part) != part;
  }
}
