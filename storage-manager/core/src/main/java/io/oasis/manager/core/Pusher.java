package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends what was decided: grants to agents, settings and lease renewals to living adapters. */
final class Pusher {
  /** A limit that differs by less than this from the one in force is not sent. */
  private static final double SAME = 0.01;

  /** The same, when only the I/O size has drifted, not the allocation. */
  private static final double SAME_SIZE = 0.05;

  /** The same, for a reserve: queues that share one have parts by what they use. */
  private static final double SAME_RESERVE = 0.25;

  /** A read share that differs by less than this is not sent. */
  private static final double SAME_READ_SHARE = 0.05;

  /**
   * Grants are repeated this often, should one have been lost: an agent that does not know what is
   * in force misreads its application. Of what is not in force little depends.
   */
  private static final Duration REPEAT_ENFORCED = Duration.ofSeconds(5);

  private static final Duration REPEAT_OTHER = Duration.ofSeconds(30);

  /**
   * The header is kept this often, and at once when the capacity is another: a successor that knows
   * of none has to learn it first.
   */
  private static final Duration SAVE_HEADER = Duration.ofSeconds(30);

  private final DomainState state;

  /** In this decision: the adapters speak of fewer limits than they were sent. */
  private boolean someAreLost;

  Pusher(DomainState state) {
    this.state = state;
  }

  /** Sends what differs from what is in force. */
  List<Effect> push(Instant now) {
    List<Effect> effects = new ArrayList<>();
    someAreLost = areSomeLost();
    for (QueueState queue : state.queues()) {
      if (state.enforcing() && !queue.isExcluded()) {
        pushSetting(queue, now, effects);
      }
      pushGrant(queue, now, effects);
    }
    CapacityMemory capacity = state.capacity.memory();
    if (Duration.between(state.savedAt, now).compareTo(SAVE_HEADER) > 0
        || !capacity.isNear(state.savedCapacity)) {
      state.savedAt = now;
      state.savedCapacity = capacity;
      effects.add(new Effect.SaveHeader(state.header()));
    }
    return effects;
  }

  private void pushSetting(QueueState queue, Instant now, List<Effect> effects) {
    AdapterState adapter = livingAdapter(queue.adapter, now);
    if (adapter == null || now.isBefore(queue.retryAt)) {
      return;
    }
    Optional<RateBound> wanted =
        queue.isLimited()
            ? Optional.of(
                Decisions.limit(queue.allocation, queue.meanBytes, state.headroomOf(queue.bound)))
            : Optional.empty();
    if (queue.isUnsized() && wanted.isPresent()) {
      return;
    }
    Terms terms = wanted.isPresent() ? Terms.of(queue) : Terms.NONE;
    if (isInForce(queue, wanted)
        && terms.isNear(queue.pushedTerms, SAME_RESERVE)
        && !(someAreLost && isUnanswered(queue, now))) {
      return;
    }
    effects.add(setting(queue, adapter, wanted, terms, now));
    queue.pushed = wanted.orElse(null);
    queue.pushedReadShare = queue.readShare;
    queue.pushedTerms = terms;
    queue.pushedAllocation = queue.allocation;
    queue.pushedOnProbe = state.probe.isOn();
    queue.pushedVersion = state.version;
    queue.pushedAt = now;
    effects.add(new Effect.SaveQueue(queue.memory()));
    state.pushes++;
  }

  /** Whether the adapters hold fewer limits than they were sent. */
  private boolean areSomeLost() {
    long sent = state.queues().stream().filter(queue -> queue.pushed != null).count();
    long held =
        state.adapters.values().stream().mapToLong(known -> known.status.limitsInForce()).sum();
    return held < sent;
  }

  /** Nobody has said what became of the last setting: it was lost, or its answer was. */
  private static boolean isUnanswered(QueueState queue, Instant now) {
    return queue.pushed != null
        && queue.pushedVersion.isAfter(queue.answeredVersion)
        && Duration.between(queue.pushedAt, now).compareTo(DomainController.LOST_AFTER) > 0;
  }

  private boolean isInForce(QueueState queue, Optional<RateBound> wanted) {
    RateBound pushed = queue.pushed;
    if (pushed == null || wanted.isEmpty()) {
      return pushed == null && wanted.isEmpty();
    }
    boolean isSizeOnly =
        queue.allocation == queue.pushedAllocation && queue.pushedOnProbe == state.probe.isOn();
    double tolerance = isSizeOnly ? SAME_SIZE : SAME;
    return same(pushed, wanted.get(), tolerance)
        && StrictMath.abs(queue.readShare - queue.pushedReadShare) < SAME_READ_SHARE;
  }

  static boolean same(RateBound a, RateBound b, double tolerance) {
    return same(a.iops().map(v -> v.perSecond()), b.iops().map(v -> v.perSecond()), tolerance)
        && same(
            a.bytesPerSecond().map(v -> v.perSecond()),
            b.bytesPerSecond().map(v -> v.perSecond()),
            tolerance);
  }

  private static boolean same(Optional<Double> a, Optional<Double> b, double tolerance) {
    return a.isPresent() == b.isPresent()
        && (a.isEmpty() || StrictMath.abs(a.get() - b.get()) <= tolerance * a.get());
  }

  private Effect setting(
      QueueState queue, AdapterState adapter, Optional<RateBound> limit, Terms terms, Instant now) {
    return new Effect.Publish(
        new SettingBatch(
            state.domain,
            adapter.status.adapter(),
            adapter.status.session(),
            now,
            state.config.lease().toMillis(),
            List.of(
                new Setting(
                    queue.queue,
                    state.nextVersion(),
                    limit,
                    queue.readShare,
                    terms.reserve(),
                    terms.weight()))));
  }

  private void pushGrant(QueueState queue, Instant now, List<Effect> effects) {
    if (queue.request == null) {
      return;
    }
    boolean enforced = queue.pushed != null;
    Optional<RateBound> bound =
        enforced
            ? Optional.ofNullable(queue.pushed)
            : Double.isNaN(state.price) || Double.isNaN(queue.target)
                ? Optional.empty()
                : Optional.of(Decisions.limit(queue.target, queue.meanBytes, state.headroom));
    boolean unchanged =
        queue.grantedEnforced == enforced
            && bound.isPresent() == queue.granted.isPresent()
            && (bound.isEmpty() || same(bound.get(), queue.granted.get(), SAME));
    Duration repeat = enforced ? REPEAT_ENFORCED : REPEAT_OTHER;
    boolean recent = Duration.between(queue.grantedAt, now).compareTo(repeat) < 0;
    if (unchanged && recent) {
      return;
    }
    queue.granted = bound;
    queue.grantedEnforced = enforced;
    queue.grantedAt = now;
    effects.add(
        new Effect.Publish(
            new GrantBatch(
                state.domain,
                now,
                List.of(
                    new Grant(
                        queue.queue,
                        state.nextVersion(),
                        bound,
                        enforced,
                        bound.isEmpty() ? "not bounded" : "bound by " + boundName(queue.bound))))));
  }

  private static String boundName(Bound bound) {
    return switch (bound) {
      case DEMAND -> "its demand";
      case CAP -> "its limit";
      case FLOOR -> "its reserve";
      case FAIR_SHARE -> "its fair share";
      case STEP -> "a step towards its target";
      case DEAD_BAND -> "the dead band";
      case RULE -> "the policy's rule";
      case EXCLUDED -> "nothing: it is excluded";
    };
  }

  /**
   * Renews the lease of every living adapter of the domain, three times a lease. Only a decision,
   * which needs fresh measurements, renews: when the agents fall silent, the limits end with the
   * lease.
   */
  List<Effect> renew(Instant now) {
    if (!state.enforcing()) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    Duration due = state.config.lease().dividedBy(3);
    for (AdapterState adapter : state.adapters.values()) {
      boolean isDue = Duration.between(adapter.renewedAt, now).compareTo(due) >= 0;
      if (isDue && adapter.isAlive(now)) {
        adapter.renewedAt = now;
        effects.add(
            new Effect.Publish(
                new LeaseRenewal(
                    state.domain,
                    state.nextVersion(),
                    adapter.status.adapter(),
                    adapter.status.session(),
                    now,
                    state.config.lease().toMillis())));
      }
    }
    return effects;
  }

  /** Lets go of every limit, and forgets conflicts: whoever enforces again has looked at them. */
  List<Effect> releaseAll(Instant now, String why) {
    List<Effect> effects = new ArrayList<>();
    for (QueueState queue : state.queues()) {
      AdapterState adapter = livingAdapter(queue.adapter, now);
      boolean touched = queue.pushed != null || queue.state == Outcome.State.CONFLICT;
      if (touched && adapter != null) {
        effects.add(setting(queue, adapter, Optional.empty(), Terms.NONE, now));
      }
      if (touched || queue.isLimited()) {
        queue.forgetLimit();
        queue.cause = why;
        effects.add(new Effect.SaveQueue(queue.memory()));
      }
    }
    return effects;
  }

  private @Nullable AdapterState livingAdapter(@Nullable AdapterId id, Instant now) {
    AdapterState adapter = id == null ? null : state.adapters.get(id);
    return adapter != null && adapter.isAlive(now) ? adapter : null;
  }
}
