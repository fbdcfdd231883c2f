package io.oasis.manager.core;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.MovedLun;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Decides for one domain: takes what agents, adapters and the operator say, and answers with what
 * to do. An input costs O(1), or O(1) for each request in it; once an interval, when all LUNs have
 * reported, one O(n) decision is made.
 *
 * <p>Deterministic: the same inputs at the same times give the same effects. It reads no clock;
 * {@code now} never goes back. Not thread-safe: its shell has one thread per domain.
 */
public final class DomainController {
  /** Reports that come sooner after a decision than this part of an interval wait for the next. */
  private static final double SOONEST = 0.5;

  /** When some LUN stays silent, the decision is made after so many intervals without it. */
  private static final double LATEST = 1.3;

  /** An adapter that still speaks of an earlier setting after this has not got the last one. */
  static final Duration LOST_AFTER = Duration.ofSeconds(3);

  private final DomainState state;
  private final Decider decider;
  private final Pusher pusher;
  private final Caches caches;
  private final Insulation insulation;
  private final Harm harm;

  /**
   * @param header and {@code queues}: what the last controller of this domain kept; empty for a new
   *     one
   */
  public DomainController(
      DomainId domain,
      ControllerConfig config,
      Optional<DomainHeader> header,
      Collection<QueueMemory> queues) {
    state = new DomainState(domain, config, header, queues);
    decider = new Decider(state);
    pusher = new Pusher(state);
    caches = new Caches(state);
    insulation = new Insulation(state);
    harm = new Harm(state, pusher);
  }

  public DomainId domain() {
    return state.domain;
  }

  /** Takes one input; {@code now} never goes back. */
  public List<Effect> on(Input input, Instant now) {
    if (!(input instanceof Input.Tick) || isWaiting()) { // other ticks are not on record
      state.hears(now);
    }
    return switch (input) {
      case Input.Requested(RequestBatch batch) -> requested(batch);
      case Input.LunReported(LunReport report) -> lunReported(report, now);
      case Input.Used(UsageBatch batch) -> used(batch);
      case Input.Settled(OutcomeBatch batch) -> settled(batch, now);
      case Input.AdapterBeat(AdapterStatus status) -> adapterBeat(status, now);
      case Input.Examined(Findings findings) -> examined(findings);
      case Input.RailsChanged(GuardRails rails) -> railsChanged(rails, now);
      case Input.CacheReported(CacheReport report) ->
          state.isInsulated() ? insulation.reported(report, now) : caches.reported(report, now);
      case Input.Tick() -> tick(now);
    };
  }

  /** Whether a LUN has reported since the last decision; a tick changes nothing otherwise. */
  public boolean isWaiting() {
    return state.luns.values().stream().anyMatch(lun -> lun.fresh);
  }

  /** The domain as people see it. */
  public DomainView view(Instant now) {
    return Views.of(state, insulation.views(), now);
  }

  private List<Effect> requested(RequestBatch batch) {
    Optional<DomainId> elsewhere = movedTo(batch.interval().lun());
    if (elsewhere.isPresent()) {
      return reroute(elsewhere.get(), batch.in(elsewhere.get()));
    }
    for (Request request : batch.requests()) {
      QueueId queue = batch.queue(request);
      take(request, state.queue(queue));
      request.latency().ifPresent(shift -> caches.requested(queue, shift));
    }
    return List.of();
  }

  private void take(Request request, QueueState queue) {
    queue.take(request, state.heard);
    RateBound inForce = queue.pushed;
    if (inForce != null && queue.isUnsized() && queue.meanBytes > 0) {
      queue.adopt(inForce, state.headroom);
    }
  }

  private List<Effect> lunReported(LunReport report, Instant now) {
    Optional<DomainId> elsewhere = movedTo(report.interval().lun());
    if (elsewhere.isPresent()) {
      return reroute(elsewhere.get(), report.in(elsewhere.get()));
    }
    LunState lun = state.luns.computeIfAbsent(report.interval().lun(), id -> new LunState());
    lun.report = report;
    lun.reportedAt = state.heard;
    lun.fresh = true;
    boolean complete = state.luns.values().stream().allMatch(known -> known.fresh);
    return complete && sinceDecision(now) >= SOONEST * intervalMillis() ? decide(now) : List.of();
  }

  private List<Effect> used(UsageBatch batch) {
    for (Usage usage : batch.queues()) {
      state.known(batch.queue(usage)).ifPresent(queue -> queue.adapter = batch.adapter());
    }
    return List.of();
  }

  private List<Effect> settled(OutcomeBatch batch, Instant now) {
    List<Effect> effects = new ArrayList<>();
    batch.outcomes().forEach(outcome -> effects.addAll(settled(batch, outcome, now)));
    return effects;
  }

  private List<Effect> settled(OutcomeBatch batch, Outcome outcome, Instant now) {
    List<Effect> effects = continueAbove(outcome.version());
    AdapterState adapter = state.adapters.get(batch.adapter());
    if (adapter != null && !adapter.status.session().equals(batch.session())) {
      return effects; // the word of a session that is over
    }
    QueueState queue = state.queue(outcome.queue());
    if (isOvertaken(outcome, queue)) {
      return effects;
    }
    queue.adapter = batch.adapter();
    if (outcome.version().isAfter(queue.answeredVersion)) {
      queue.answeredVersion = outcome.version();
    }
    queue.state = outcome.state();
    queue.cause = outcome.cause();
    switch (outcome.state()) {
      case VERIFIED, WRITTEN, INERT, VIOLATED -> {
        queue.heldVersion = outcome.version();
        boolean late = Duration.between(queue.pushedAt, now).compareTo(LOST_AFTER) > 0;
        if (late && queue.pushedVersion.isAfter(outcome.version())) {
          queue.pushed = outcome.applied().orElse(null); // the last one was lost: sent again
        } else {
          if (queue.pushed == null) {
            outcome.applied().ifPresent(applied -> queue.adopt(applied, state.headroom));
          }
        }
      }
      case RELEASED -> {
        queue.heldVersion = outcome.version();
        queue.forgetLimit();
        queue.state = Outcome.State.RELEASED;
      }
      case REFUSED, STUCK -> {
        queue.pushed = null;
        queue.retryAt = now.plus(state.config.lease().dividedBy(3));
      }
      case CONFLICT -> queue.pushed = null;
    }
    return effects;
  }

  /** Whether what came after it is known already: late word says nothing of what is in force. */
  private static boolean isOvertaken(Outcome outcome, QueueState queue) {
    return switch (outcome.state()) {
      case VERIFIED, WRITTEN, INERT, VIOLATED, RELEASED, CONFLICT ->
          queue.heldVersion.isAfter(outcome.version());
      case REFUSED, STUCK -> queue.pushedVersion.isAfter(outcome.version());
    };
  }

  /** Only an adapter's present session says what is so now. */
  private List<Effect> examined(Findings findings) {
    AdapterState adapter = state.adapters.get(findings.adapter());
    if (adapter != null && adapter.status.session().equals(findings.session())) {
      state.findings.put(findings.adapter(), findings);
    }
    return List.of();
  }

  private List<Effect> adapterBeat(AdapterStatus status, Instant now) {
    AdapterState known = state.adapters.get(status.adapter());
    if (known != null && !known.takes(status, now)) {
      return List.of();
    }
    boolean letGo =
        known == null
            ? status.limitsInForce() == 0
            : !known.status.session().equals(status.session());
    if (letGo) {
      for (QueueState queue : state.queues()) {
        if (status.adapter().equals(queue.adapter)) {
          queue.forgetLimit();
        }
      }
    }
    if (known == null) {
      state.adapters.put(status.adapter(), new AdapterState(status, now));
    } else {
      known.status = status;
      known.seenAt = now;
    }
    return continueAbove(status.highestVersion());
  }

  /** Goes on above whatever version an adapter has seen, also when the log was lost. */
  private List<Effect> continueAbove(Version seen) {
    if (!seen.isAfter(state.version) || seen.epoch() > Version.MOST_PLAUSIBLE_EPOCH) {
      return List.of();
    }
    state.version = new Version(seen.epoch() + 1, 0);
    state.events.add("took over at epoch " + state.version.epoch());
    state.queues().forEach(queue -> queue.pushed = null);
    return List.of(new Effect.SaveHeader(state.header()));
  }

  private List<Effect> railsChanged(GuardRails rails, Instant now) {
    if (rails.revision() <= state.rails.revision()) {
      return List.of();
    }
    Mode before = state.rails.mode();
    boolean wasInsulated = state.isInsulated();
    state.onTrial &= before == rails.mode();
    state.rails = rails;
    state.queues().forEach(queue -> queue.rails = Rails.of(rails, queue.queue));
    rails.movedLuns().forEach(moved -> state.luns.remove(moved.lun()));
    List<Effect> effects = new ArrayList<>();
    String why = rails.reason().map(reason -> ": " + reason).orElse("");
    if (before == rails.mode()) {
      state.events.add("guard rails changed" + why);
    } else {
      state.events.add("mode changed from " + before + " to " + rails.mode() + why);
      effects.addAll(pusher.releaseAll(now, "mode is " + rails.mode()));
      effects.addAll(insulation.letGo(now));
    }
    if (wasInsulated != state.isInsulated()) {
      effects.addAll(pusher.releaseAll(now, "policy is " + rails.policy()));
      effects.addAll(insulation.letGo(now));
      insulation.forget();
    }
    effects.add(new Effect.SaveHeader(state.header()));
    return effects;
  }

  private List<Effect> tick(Instant now) {
    if (isWaiting() && sinceDecision(now) >= LATEST * intervalMillis()) {
      return decide(now);
    }
    return List.of();
  }

  private List<Effect> decide(Instant now) {
    List<Effect> effects = new ArrayList<>();
    Receipts.take(state, now);
    effects.addAll(decider.decide(now));
    harm.judge(now, effects).ifPresent(rails -> demote(rails, now, effects));
    effects.addAll(pusher.push(now));
    effects.addAll(pusher.renew(now));
    state.luns.values().forEach(lun -> lun.fresh = false);
    state.decidedAt = now;
    return effects;
  }

  /** The controller's own word to the operators, on the topic of theirs, so that it is kept. */
  private void demote(GuardRails rails, Instant now, List<Effect> effects) {
    effects.addAll(railsChanged(rails, now));
    effects.add(new Effect.Publish(rails));
  }

  private double sinceDecision(Instant now) {
    return Duration.between(state.decidedAt, now).toMillis();
  }

  private long intervalMillis() {
    return state.config.interval().toMillis();
  }

  private Optional<DomainId> movedTo(LunId lun) {
    if (state.rails.movedLuns().isEmpty()) {
      return Optional.empty();
    }
    return state.rails.movedLuns().stream()
        .filter(moved -> moved.lun().equals(lun) && !moved.domain().equals(state.domain))
        .map(MovedLun::domain)
        .findFirst();
  }

  private static List<Effect> reroute(DomainId domain, Message message) {
    return List.of(new Effect.Reroute(domain, message));
  }
}
