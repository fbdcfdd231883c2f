package io.oasis.manager.core.hear;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Findings;
import io.oasis.protocol.SessionId;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The adapters of a domain, and what they found about their limits last. */
public final class Adapters {
  /** One for each node that serves the domain; made-up names would take the memory. */
  private static final int MOST = 2_000;

  private final Map<AdapterId, AdapterState> adapters = new LinkedHashMap<>();
  private final Map<AdapterId, Findings> findings = new LinkedHashMap<>();

  /** Only an adapter's present session says what is so now. */
  public void examined(Findings found) {
    if (!isOver(found.adapter(), found.session())) {
      findings.put(found.adapter(), found);
    }
  }

  /** Whether a word is of a session of an adapter that is known to be over, or not to be there. */
  private boolean isOver(AdapterId adapter, SessionId session) {
    AdapterState known = adapters.get(adapter);
    return known == null || !known.status().session().equals(session);
  }

  /** Whether an adapter has another session by now. */
  public boolean hasLeft(AdapterId adapter, SessionId session) {
    return adapters.containsKey(adapter) && isOver(adapter, session);
  }

  /**
   * An adapter is alive.
   *
   * @return what it says of its limits, by what was known of it
   */
  public Beat beat(AdapterStatus status, Instant now) {
    AdapterState known = adapters.get(status.adapter());
    if (known == null) {
      if (adapters.size() >= MOST) {
        adapters.values().removeIf(each -> !each.isAlive(now));
        findings.keySet().retainAll(adapters.keySet());
      }
      if (adapters.size() >= MOST) {
        return Beat.OLD;
      }
      adapters.put(status.adapter(), new AdapterState(status, now));
      return status.limitsInForce() == 0 ? Beat.LET_GO : Beat.HOLDS;
    }
    if (!known.takes(status, now)) {
      return Beat.OLD;
    }
    boolean same = known.status().session().equals(status.session());
    known.hear(status, now);
    return same ? Beat.HOLDS : Beat.LET_GO;
  }

  /** What a status of an adapter says of its limits. */
  public enum Beat {
    /** Nothing: it is word from before. */
    OLD,
    HOLDS,
    LET_GO
  }

  public Collection<AdapterState> all() {
    return adapters.values();
  }

  /** An adapter that has been heard of, and not too long ago. */
  public Optional<AdapterState> living(@Nullable AdapterId adapter, Instant now) {
    return Optional.ofNullable(adapter).map(adapters::get).filter(known -> known.isAlive(now));
  }

  /** What the living adapters found about their limits last. */
  public List<Findings> findings(Instant now) {
    return findings.values().stream()
        .filter(found -> living(found.adapter(), now).isPresent())
        .filter(found -> !isOver(found.adapter(), found.session()))
        .toList();
  }
}
