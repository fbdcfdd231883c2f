package io.oasis.adapter.plan;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps out what is not for this adapter, this session, or not new.
 *
 * <p>Law: within a session a queue's version only grows, and once a manager of a later epoch has
 * spoken of a domain, no earlier epoch is heard of it again, whichever queue it speaks of; a new
 * session starts above every version ever seen of the domain, so what an earlier session accepted
 * can never be accepted again.
 */
final class Fence {
  private final AdapterId adapter;
  private final Supplier<SessionId> sessions;
  private final Map<DomainId, Version> highest;
  private final Map<QueueId, Version> ofQueue = new HashMap<>();
  private final Map<DomainId, Version> ofRenewal = new HashMap<>();
  private final Map<String, Version> ofCache = new HashMap<>();
  private Map<DomainId, Version> floor = Map.of();

  /** Read by whoever reports beside the core. */
  private volatile SessionId session;

  Fence(AdapterId adapter, Map<DomainId, Version> seen, Supplier<SessionId> sessions) {
    this.adapter = adapter;
    this.sessions = sessions;
    this.highest = new HashMap<>(seen);
    this.session = sessions.get();
    this.floor = Map.copyOf(seen);
  }

  SessionId session() {
    return session;
  }

  Version highest(DomainId domain) {
    return highest.getOrDefault(domain, Version.NONE);
  }

  void newSession() {
    session = sessions.get();
    floor = Map.copyOf(highest);
    ofQueue.clear();
    ofRenewal.clear();
    ofCache.clear();
  }

  boolean isPresent(SessionId named) {
    return named.equals(session);
  }

  /** Whether this very setting was taken already: a broker may deliver twice. */
  boolean isRepeat(SettingBatch batch, Setting setting) {
    return isPresent(batch.session()) && setting.version().equals(ofQueue.get(setting.queue()));
  }

  /** Why a setting is not taken. */
  Optional<String> refusal(SettingBatch batch, Setting setting) {
    if (!isPresent(batch.session())) {
      return Optional.of("for session " + batch.session() + ", the present one is " + session);
    }
    if (setting.queue().isUnattributed()) {
      return Optional.of("I/O nobody can be charged with cannot be limited");
    }
    Version known =
        ofQueue.getOrDefault(setting.queue(), floor.getOrDefault(batch.domain(), Version.NONE));
    if (!setting.version().isAfter(known)) {
      return Optional.of(
          "version %d.%d is not newer than %d.%d"
              .formatted(
                  setting.version().epoch(),
                  setting.version().sequence(),
                  known.epoch(),
                  known.sequence()));
    }
    return refusal(batch.domain(), setting.version());
  }

  /** Why no word of this epoch is taken. */
  private Optional<String> refusal(DomainId domain, Version version) {
    long present = highest(domain).epoch();
    if (version.epoch() < present) {
      return Optional.of(
          "epoch %d is over, the present one is %d".formatted(version.epoch(), present));
    }
    return version.epoch() > Version.MOST_PLAUSIBLE_EPOCH
        ? Optional.of("epoch %d is beyond every manager's".formatted(version.epoch()))
        : Optional.empty();
  }

  void accept(DomainId domain, Setting setting) {
    ofQueue.put(setting.queue(), setting.version());
    saw(domain, setting.version());
  }

  /** Takes a division of a cache, if it is for us, now, and new. */
  boolean accept(CacheSetting setting) {
    Version known =
        ofCache.getOrDefault(
            setting.cache().name(), floor.getOrDefault(setting.domain(), Version.NONE));
    if (!setting.cache().adapter().equals(adapter)
        || !isPresent(setting.cache().session())
        || refusal(setting.domain(), setting.version()).isPresent()
        || !setting.version().isAfter(known)) {
      return false;
    }
    ofCache.put(setting.cache().name(), setting.version());
    saw(setting.domain(), setting.version());
    return true;
  }

  /** Takes a renewal, if it is for us, now, and new. */
  boolean accept(LeaseRenewal renewal) {
    Version known = ofRenewal.getOrDefault(renewal.domain(), Version.NONE);
    if (!renewal.adapter().equals(adapter)
        || !isPresent(renewal.session())
        || refusal(renewal.domain(), renewal.version()).isPresent()
        || !renewal.version().isAfter(known)) {
      return false;
    }
    ofRenewal.put(renewal.domain(), renewal.version());
    saw(renewal.domain(), renewal.version());
    return true;
  }

  private void saw(DomainId domain, Version version) {
    highest.merge(domain, version, (old, now) -> now.isAfter(old) ? now : old);
  }
}
