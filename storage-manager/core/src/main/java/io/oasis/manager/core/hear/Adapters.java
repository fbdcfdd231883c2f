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

  /** A host has one for each kind of scheduler that it drives. */
  private static final int MOST_OF_HOST = 64;

  private final Map<AdapterId, AdapterState> adapters = new LinkedHashMap<>();
  private final Map<AdapterId, Findings> findings = new LinkedHashMap<>();

  /** When each was first decided with. */
  private final Map<AdapterId, Instant> cameAt = new LinkedHashMap<>();

  /** A decision begins: those that came while their host made up names are not there. */
  void begin(Crowd crowd, Instant heard) {
    adapters.keySet().forEach(adapter -> cameAt.putIfAbsent(adapter, heard));
    cameAt
        .entrySet()
        .removeIf(each -> crowd.isMadeUp(hostOf(each.getKey()), each.getValue(), heard));
    adapters.keySet().retainAll(cameAt.keySet());
    cameAt.keySet().retainAll(adapters.keySet());
    findings.keySet().retainAll(adapters.keySet());
  }

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
   * @param known until when others are known to have been
   * @return what it says of its limits, by what was known of it
   */
  public Beat beat(AdapterStatus status, Instant known, Instant now) {
    AdapterState before = adapters.get(status.adapter());
    if (before == null) {
      if (adapters.size() >= MOST) {
        adapters.values().removeIf(each -> !each.isAlive(known));
        findings.keySet().retainAll(adapters.keySet());
      }
      if (adapters.size() >= MOST || ofHostOf(status.adapter()) >= MOST_OF_HOST) {
        return Beat.OLD;
      }
      adapters.put(status.adapter(), new AdapterState(status, now));
      return status.limitsInForce() == 0 ? Beat.LET_GO : Beat.HOLDS;
    }
    if (!before.takes(status, known)) {
      return Beat.OLD;
    }
    boolean same = before.status().session().equals(status.session());
    before.hear(status, now);
    return same ? Beat.HOLDS : Beat.LET_GO;
  }

  private long ofHostOf(AdapterId adapter) {
    String host = hostOf(adapter);
    return adapters.keySet().stream().filter(each -> hostOf(each).equals(host)).count();
  }

  private static String hostOf(AdapterId adapter) {
    return adapter.value().split(":", 2)[0];
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
