package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.decide.Chosen;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.decide.Way;
import io.oasis.manager.core.explain.Changes;
import io.oasis.manager.core.explain.Decisions;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.explain.Receipts;
import io.oasis.manager.core.explain.Views;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.HeardTime;
import io.oasis.manager.core.partition.Caches;
import io.oasis.manager.core.partition.Insulation;
import io.oasis.manager.core.push.Delivery;
import io.oasis.manager.core.push.Pusher;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RailsChange;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides for one domain: takes what agents, adapters and the operator say, and answers with what
 * to do. Each stage of the loop keeps what is its own and changes it by its own verbs; this hands
 * on from one to the next. An input costs O(1), or O(1) for each request in it; once an interval,
 * when all LUNs have reported, one O(n) decision is made.
 *
 * <p>Deterministic: the same inputs at the same times give the same effects. It reads no clock;
 * {@code now} never goes back. Not thread-safe: its shell has one thread per domain.
 */
public final class DomainController {
  /** Reports that come sooner after a decision than this part of an interval wait for the next. */
  private static final double SOONEST = 0.5;

  /** When some LUN stays silent, the decision is made after so many intervals without it. */
  private static final double LATEST = 1.3;

  /**
   * No operators make so many changes that are not heard of: a revision beyond would leave them
   * without a next one.
   */
  private static final long MOST_REVISIONS = 1L << 32;

  /** A reason is a sentence; what a guard says of many queues is cut off here. */
  private static final int MAX_REASON_CHARS = 2_000;

  /**
   * A flood may stand before what agents say: leases are renewed all the same, but not without end,
   * as they may be silent.
   */
  private static final Duration LONGEST_UNHEARD = Duration.ofMinutes(1);

  /** Who changes a mode when no operator does. */
  private static final String ITSELF = "Oasis itself";

  private final Domain domain;
  private final Chosen law;
  private final Pusher pusher;
  private final Decisions decisions;
  private final Receipts receipts;
  private final Views views;
  private final Caches caches;
  private final Insulation insulation;
  private final Map<QueueId, Delivery> queues = new LinkedHashMap<>();
  private Instant decidedAt = Instant.EPOCH;
  private Instant reportedAt = Instant.EPOCH;

  /**
   * @param header and {@code queues}: what the last controller of this domain kept; empty for a new
   *     one
   */
  public DomainController(
      DomainId id,
      ControllerConfig config,
      Optional<DomainHeader> header,
      Collection<QueueMemory> memories) {
    domain = new Domain(id, config, header);
    law = new Chosen(domain, header.map(DomainHeader::capacity).orElse(CapacityMemory.NONE));
    pusher = new Pusher(domain, law);
    decisions = new Decisions(domain, law);
    receipts = new Receipts(domain, law);
    views = new Views(domain, law, pusher, decisions, receipts);
    caches = new Caches(domain);
    insulation = new Insulation(domain);
    memories.forEach(
        memory -> queue(memory.queue()).ifPresent(known -> known.share.remember(memory)));
  }

  /** Takes one input; {@code now} never goes back. */
  public List<Effect> on(Input input, Instant now) {
    if (!(input instanceof Input.Tick) || isWaiting()) { // other ticks are not on record
      domain.time().hears(now);
    }
    return switch (input) {
      case Input.Requested(RequestBatch batch) -> requested(batch);
      case Input.LunReported(LunReport report) -> lunReported(report, now);
      case Input.Used(UsageBatch batch) -> used(batch);
      case Input.Settled(OutcomeBatch batch) -> settled(batch, now);
      case Input.AdapterBeat(AdapterStatus status) -> adapterBeat(status, now);
      case Input.Examined(Findings findings) -> examined(findings);
      case Input.RailsChanged(GuardRails rails) -> railsChanged(rails, now);
      case Input.CacheReported(CacheReport report) -> cacheReported(report, now);
      case Input.Behind(boolean isBehind) -> behind(isBehind, now);
      case Input.Tick() -> tick(now);
    };
  }

  /**
   * Whether a LUN has reported since the last decision, or what is heard has waited; a tick changes
   * nothing otherwise.
   */
  public boolean isWaiting() {
    return domain.isWaiting() || domain.time().isBehind();
  }

  /** The domain as people see it. */
  public DomainView view(Instant now) {
    return views.of(
        queues.values().stream().map(queue -> queue.share).toList(), insulation.views(), now);
  }

  /** Nothing when there are too many. */
  private Optional<Delivery> queue(QueueId id) {
    Delivery known = queues.get(id);
    if (known == null && domain.admits(id)) {
      known = pusher.add(law.join(domain.add(id)));
      queues.put(id, known);
    }
    return Optional.ofNullable(known);
  }

  private List<Effect> requested(RequestBatch batch) {
    Optional<DomainId> elsewhere = domain.movedTo(batch.interval().lun());
    if (elsewhere.isPresent()) {
      return reroute(elsewhere.get(), batch.in(elsewhere.get()));
    }
    for (Request request : batch.requests()) {
      QueueId id = batch.queue(request);
      queue(id)
          .ifPresent(
              queue -> {
                take(request, queue.share);
                request.latency().ifPresent(shift -> caches.requested(id, shift));
              });
    }
    return List.of();
  }

  private void take(Request request, Share share) {
    share.heard.take(request, domain.heard());
    RateBound inForce = share.heard.limit();
    if (inForce != null && share.heard.isUnsized() && share.heard.meanBytes() > 0) {
      adopt(inForce, share);
    }
  }

  private void adopt(RateBound inForce, Share share) {
    double cost = share.heard.adopt(inForce);
    if (cost > 0) {
      law.startFrom(share, cost);
    }
  }

  private List<Effect> lunReported(LunReport report, Instant now) {
    Optional<DomainId> elsewhere = domain.movedTo(report.interval().lun());
    if (elsewhere.isPresent()) {
      return reroute(elsewhere.get(), report.in(elsewhere.get()));
    }
    domain.reported(report);
    reportedAt = now;
    if (domain.time().isBehind()) {
      return isPast(SOONEST, now) ? holdOn(now) : List.of();
    }
    return domain.isComplete() && isPast(SOONEST, now) ? decide(now) : List.of();
  }

  private List<Effect> cacheReported(CacheReport report, Instant now) {
    if (domain.time().isBehind()) {
      return List.of();
    }
    return domain.isInsulated() ? insulation.reported(report, now) : caches.reported(report, now);
  }

  /** While what is heard has waited nothing is decided; what was tried for a moment ends. */
  private List<Effect> behind(boolean isBehind, Instant now) {
    HeardTime time = domain.time();
    List<Effect> effects = List.of();
    if (isBehind && !time.isBehind()) {
      effects = law.interrupt() ? pusher.push(now) : List.of();
    } else if (!isBehind && time.isBehind()) {
      Duration waited = Duration.between(time.knownAt(now), now);
      domain.note(
          "what was heard had waited: nothing was decided for " + waited.toSeconds() + " s");
    }
    time.behind(isBehind, now);
    return effects;
  }

  /** In place of a decision: limits are told again where they got lost, and stay. */
  private List<Effect> holdOn(Instant now) {
    List<Effect> effects = new ArrayList<>(pusher.push(now));
    effects.addAll(pusher.renew(now));
    decidedAt = now;
    return effects;
  }

  private List<Effect> used(UsageBatch batch) {
    for (Usage usage : batch.queues()) {
      Delivery queue = queues.get(batch.queue(usage));
      if (queue != null) {
        queue.share.heard.servedBy(batch.adapter());
      }
    }
    return List.of();
  }

  private List<Effect> settled(OutcomeBatch batch, Instant now) {
    List<Effect> effects = new ArrayList<>();
    batch.outcomes().forEach(outcome -> effects.addAll(settled(batch, outcome, now)));
    return effects;
  }

  private List<Effect> settled(OutcomeBatch batch, Outcome outcome, Instant now) {
    List<Effect> effects = continueAbove(outcome.version(), batch.adapter());
    if (domain.adapters().hasLeft(batch.adapter(), batch.session())) {
      return effects; // the word of a session that is over
    }
    Optional<Delivery> queue = queue(outcome.queue());
    if (queue.isEmpty()) {
      return effects;
    }
    Share share = queue.get().share;
    if (!share.heard.isOvertaken(outcome)) {
      share.heard.servedBy(batch.adapter());
      Duration retry = domain.config().lease().dividedBy(3);
      share.heard.settle(outcome, retry, now).ifPresent(found -> adopt(found, share));
      if (outcome.state() == Outcome.State.RELEASED) {
        share.free();
      }
    }
    return effects;
  }

  private List<Effect> examined(Findings findings) {
    domain.adapters().examined(findings);
    return List.of();
  }

  private List<Effect> adapterBeat(AdapterStatus status, Instant now) {
    return switch (domain.adapters().beat(status, domain.time().knownAt(now), now)) {
      case OLD -> List.of();
      case HOLDS -> continueAbove(status.highestVersion(), status.adapter());
      case LET_GO -> {
        for (Delivery queue : queues.values()) {
          if (status.adapter().equals(queue.share.heard.adapter())) {
            queue.share.heard.beganAnew();
            queue.share.free();
          }
        }
        yield continueAbove(status.highestVersion(), status.adapter());
      }
    };
  }

  private List<Effect> continueAbove(Version seen, AdapterId adapter) {
    return domain.continueAbove(seen, adapter)
        ? List.of(new Effect.SaveHeader(pusher.header()))
        : List.of();
  }

  private List<Effect> railsChanged(GuardRails rails, Instant now) {
    long step = rails.revision() - domain.rails().revision();
    if (step <= 0 || step > MOST_REVISIONS) {
      return List.of();
    }
    RailsChange change = Changes.of(domain.rails(), rails);
    Mode before = domain.rails().mode();
    boolean wasInsulated = domain.isInsulated();
    Way wayBefore = Way.of(domain.rails().policy());
    domain.rail(rails);
    List<Effect> effects = new ArrayList<>();
    if (before != rails.mode()) {
      effects.addAll(pusher.releaseAll(now, "mode is " + rails.mode()));
      effects.addAll(insulation.letGo(now));
    }
    if (wasInsulated != domain.isInsulated()) {
      effects.addAll(pusher.releaseAll(now, "policy is " + rails.policy()));
      effects.addAll(insulation.letGo(now));
      insulation.forget();
    }
    if (wayBefore != Way.of(rails.policy())) {
      effects.addAll(pusher.releaseAll(now, "policy is " + rails.policy()));
      law.begin();
    }
    effects.add(new Effect.SaveHeader(pusher.header()));
    effects.add(new Effect.Publish(change));
    return effects;
  }

  private List<Effect> tick(Instant now) {
    if (domain.time().isBehind()) {
      return now.isBefore(reportedAt.plus(LONGEST_UNHEARD)) ? pusher.renew(now) : List.of();
    }
    return isWaiting() && isPast(LATEST, now) ? decide(now) : List.of();
  }

  /** Whether so many intervals have passed since the last decision. */
  private boolean isPast(double intervals, Instant now) {
    return Duration.between(decidedAt, now).toMillis() >= intervals * domain.interval().toMillis();
  }

  private List<Effect> decide(Instant now) {
    List<Effect> effects = new ArrayList<>();
    receipts.take(now);
    domain.begin();
    domain.forgetSilent().forEach(queue -> forget(queue, effects));
    law.decide(now)
        .flatMap(decided -> decisions.worthTelling(decided, now))
        .ifPresent(told -> effects.add(new Effect.Publish(told)));
    heed(law.judge(), now, effects);
    effects.addAll(pusher.push(now));
    effects.addAll(pusher.renew(now));
    domain.decided();
    decidedAt = now;
    return effects;
  }

  private void forget(HeardQueue queue, List<Effect> effects) {
    Delivery gone = queues.remove(queue.id());
    if (gone != null) {
      law.leave(gone.share);
      pusher.forget(gone);
      receipts.forget(queue);
      caches.forget(queue.id());
      effects.add(new Effect.ForgetQueue(queue.id()));
    }
  }

  private void heed(Advice advice, Instant now, List<Effect> effects) {
    switch (advice) {
      case Advice.LetGo _ -> effects.addAll(pusher.releaseAll(now, "let go for a trial"));
      case Advice.Demote(String why) -> demote(why, now, effects);
      case Advice.GoOn(), Advice.PutBack _ -> {}
    }
  }

  /** The controller's own word to the operators, on the topic of theirs, so that it is kept. */
  private void demote(String why, Instant now, List<Effect> effects) {
    String reason = why.substring(0, StrictMath.min(MAX_REASON_CHARS, why.length()));
    GuardRails before = domain.rails();
    GuardRails rails =
        before
            .in(Mode.SHADOW)
            .revised(
                new GuardRails.Change(
                    before.revision() + 1, now, Optional.of(reason), Optional.of(ITSELF)));
    effects.addAll(railsChanged(rails, now));
    effects.add(new Effect.Publish(rails));
  }

  private static List<Effect> reroute(DomainId domain, Message message) {
    return List.of(new Effect.Reroute(domain, message));
  }
}
