package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.HarmGuard;
import io.oasis.manager.core.receipt.AtRest;
import io.oasis.manager.core.settle.Probe;
import io.oasis.manager.core.settle.Stability;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a controller knows. Mutable, because copying ten thousand queues for each input would
 * make an input cost as much as a decision; only the controller's own package touches it.
 */
final class DomainState {
  private static final int RECENT_DECISIONS = 100;

  /** Of how many queues they tell together; one of them is kept however many it tells of. */
  private static final int RECENT_QUEUES = 200;

  /** A queue that its agent has not spoken of for so long takes no part and is not limited. */
  private static final int SILENT_INTERVALS = 4;

  final DomainId domain;
  final ControllerConfig config;
  private final Duration silentAfter;

  /**
   * Lookups by id; {@link #queues} has the same in the order of arrival, which is always defined.
   */
  private final Map<QueueId, QueueState> byId = new HashMap<>();

  private final List<QueueState> queues = new ArrayList<>();
  final Map<LunId, LunState> luns = new LinkedHashMap<>();
  final Map<AdapterId, AdapterState> adapters = new LinkedHashMap<>();

  /** What the adapters found about their limits last. */
  final Map<AdapterId, Findings> findings = new LinkedHashMap<>();

  final HarmGuard harm = new HarmGuard();

  /** Limits are let go for a moment, to see whether they do harm. */
  boolean onTrial;

  final CapacityEstimator capacity;
  final AtRest atRest = new AtRest();
  final List<String> events = new ArrayList<>();
  final Deque<Decision> recent = new ArrayDeque<>();
  private int recentQueues;

  GuardRails rails;
  Version version;
  Instant decidedAt = Instant.EPOCH;

  /**
   * The time in which something was heard. While nothing at all comes it stands still: that is a
   * pause of the broker or of this side, and nobody's silence.
   */
  Instant heard = Instant.EPOCH;

  private Instant inputAt = Instant.EPOCH;

  /** When, in {@link #heard}, this controller decided first. */
  Instant begunAt = Instant.EPOCH;

  Instant savedAt = Instant.EPOCH;
  CapacityMemory savedCapacity;
  long interval;
  double price = Double.NaN;
  double available = Double.NaN;
  double headroom = Stability.HEADROOM;
  final Probe probe = new Probe();

  /** The part of what their limits let them have that those who want more get; NaN at first. */
  double reached = Double.NaN;

  double gain;
  long gainHalvedAt;
  long movedAt;
  long pushes;

  DomainState(
      DomainId domain,
      ControllerConfig config,
      Optional<DomainHeader> header,
      Collection<QueueMemory> memories) {
    this.domain = domain;
    this.config = config;
    silentAfter = config.interval().multipliedBy(SILENT_INTERVALS);
    rails =
        header
            .map(DomainHeader::rails)
            .orElseGet(
                () -> GuardRails.initial(domain, config.initialMode(), config.initialPolicy()));
    version = new Version(header.map(h -> h.version().epoch()).orElse(0L) + 1, 0);
    capacity =
        new CapacityEstimator(header.map(DomainHeader::capacity).orElse(CapacityMemory.NONE));
    savedCapacity = capacity.memory();
    for (QueueMemory memory : memories) {
      QueueState queue = queue(memory.queue());
      queue.allocation = memory.allocation().orElse(Double.NaN);
      queue.meanBytes = memory.meanBytes();
      queue.readShare = memory.readShare();
    }
  }

  QueueState queue(QueueId id) {
    QueueState known = byId.get(id);
    if (known != null) {
      return known;
    }
    QueueState added = new QueueState(id);
    added.rails = Rails.of(rails, id);
    byId.put(id, added);
    queues.add(added);
    return added;
  }

  Optional<QueueState> known(QueueId id) {
    return Optional.ofNullable(byId.get(id));
  }

  List<QueueState> queues() {
    return queues;
  }

  void forget(QueueState queue) {
    byId.remove(queue.queue);
    queues.remove(queue);
  }

  Version nextVersion() {
    version = new Version(version.epoch(), version.sequence() + 1);
    return version;
  }

  /** Something comes. */
  void hears(Instant now) {
    Duration pause = Duration.between(inputAt, now);
    heard = heard.plus(pause.compareTo(config.interval()) < 0 ? pause : config.interval());
    inputAt = now;
  }

  boolean isSilent(QueueState queue) {
    return queue.request == null || hasBeenQuietFor(silentAfter, queue.requestedAt);
  }

  /**
   * Whether it is known from a former controller only, and its agent may just be about to speak.
   */
  boolean isAwaited(QueueState queue) {
    return queue.request == null && queue.isLimited() && isListening();
  }

  /** Whether this controller has just begun, and not everybody may have spoken. */
  boolean isListening() {
    return !hasBeenQuietFor(silentAfter, begunAt);
  }

  /**
   * @param lastWord in {@link #heard}
   */
  boolean hasBeenQuietFor(Duration time, Instant lastWord) {
    return Duration.between(lastWord, heard).compareTo(time) > 0;
  }

  /** Whether time and cache of the devices are planned by insulation, and nobody is limited. */
  boolean isInsulated() {
    return Insulation.isWanted(rails.policy());
  }

  boolean enforcing() {
    return rails.mode() == Mode.ENFORCE && !onTrial;
  }

  /** By how much the limit of a queue that is bound so exceeds its allocation. */
  double headroomOf(Bound bound) {
    return probe.isOn() && bound == Bound.FAIR_SHARE ? -probe.below() : headroom;
  }

  void remember(Decision decision) {
    recent.addFirst(decision);
    recentQueues += decision.queues().size();
    while (recent.size() > RECENT_DECISIONS
        || (recentQueues > RECENT_QUEUES && recent.size() > 1)) {
      recentQueues -= recent.removeLast().queues().size();
    }
  }

  DomainHeader header() {
    return new DomainHeader(domain, version, rails, capacity.memory());
  }
}
