package io.oasis.manager.core.push;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.hear.AdapterState;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sends what was decided: grants to agents, settings and lease renewals to living adapters. */
public final class Pusher {
  /** A limit that differs by less than this from the one in force is not sent. */
  private static final double SAME = 0.01;

  /** The same, when only the I/O size has drifted, not the allocation. */
  static final double SAME_SIZE = 0.05;

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

  private final Domain domain;
  private final Law law;
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Map<AdapterId, Instant> renewedAt = new HashMap<>();
  private Instant savedAt = Instant.EPOCH;
  private CapacityMemory savedCapacity;
  private final Wish wish;
  private long pushes;

  /** In this decision: the adapters speak of fewer limits than they were sent. */
  private boolean someAreLost;

  public Pusher(Domain domain, Law law) {
    this.domain = domain;
    this.law = law;
    savedCapacity = law.memory();
    wish = new Wish(domain.config().interval());
  }

  /** A queue came. */
  public Delivery add(Share share) {
    Delivery added = new Delivery(share);
    deliveries.add(added);
    return added;
  }

  /** It has gone. */
  public void forget(Delivery delivery) {
    deliveries.remove(delivery);
  }

  /** Settings sent since the controller started. */
  public long pushes() {
    return pushes;
  }

  /** What a successor begins with. */
  public DomainHeader header() {
    return new DomainHeader(
        domain.id(), domain.version(), domain.rails(), law.memory(), domain.hosts());
  }

  /** Sends what differs from what is in force. */
  public List<Effect> push(Instant now) {
    List<Effect> effects = new ArrayList<>();
    someAreLost = areSomeLost();
    boolean isWishDue = wish.isDue(law.isAtWork(), now);
    for (Delivery delivery : deliveries) {
      HeardQueue queue = delivery.share.heard;
      if (queue.isExcluded()) {
        delivery.share.free();
      }
      boolean isOurs = !queue.isExcluded() || queue.limit() != null || queue.isUnanswered(now);
      if (domain.enforcing() && isOurs) {
        pushSetting(delivery, now, effects);
      }
      isWishDue = !pushGrant(delivery, isWishDue, now, effects) && isWishDue;
    }
    CapacityMemory capacity = law.memory();
    if (Duration.between(savedAt, now).compareTo(SAVE_HEADER) > 0
        || !capacity.isNear(savedCapacity)) {
      savedAt = now;
      savedCapacity = capacity;
      effects.add(new Effect.SaveHeader(header()));
    }
    return effects;
  }

  private void pushSetting(Delivery delivery, Instant now, List<Effect> effects) {
    Share share = delivery.share;
    HeardQueue queue = share.heard;
    var adapter = domain.adapters().living(queue.adapter(), domain.time().knownAt(now));
    if (adapter.isEmpty() || queue.mustWait(now)) {
      return;
    }
    Optional<RateBound> wanted = law.limit(share);
    if (queue.isUnsized() && wanted.isPresent()) {
      return;
    }
    Terms terms = wanted.isPresent() ? Terms.of(share) : Terms.NONE;
    if (isInForce(delivery, wanted)
        && terms.isNear(delivery.terms, SAME_RESERVE)
        && !isLost(queue, now)) {
      return;
    }
    effects.add(setting(queue, adapter.get(), wanted, terms, now));
    queue.sent(wanted, domain.version(), now);
    delivery.sent(terms, law.isProbing());
    effects.add(new Effect.SaveQueue(share.memory()));
    pushes++;
  }

  /**
   * Whether the last setting did not arrive, or its answer; a limit that was to go would stay as
   * long as we do.
   */
  private boolean isLost(HeardQueue queue, Instant now) {
    return queue.isUnanswered(now)
        && (someAreLost || queue.limit() == null || queue.isAnswerLost(now));
  }

  /** Whether the adapters hold fewer limits than they were sent. */
  private boolean areSomeLost() {
    long sent = domain.queues().stream().filter(queue -> queue.limit() != null).count();
    long held =
        domain.adapters().all().stream().mapToLong(known -> known.status().limitsInForce()).sum();
    return held < sent;
  }

  private boolean isInForce(Delivery delivery, Optional<RateBound> wanted) {
    HeardQueue queue = delivery.share.heard;
    RateBound limit = queue.limit();
    if (limit == null || wanted.isEmpty()) {
      return limit == null && wanted.isEmpty();
    }
    double tolerance = delivery.isAsDecided(law.isProbing()) ? SAME_SIZE : SAME;
    return same(limit, wanted.get(), tolerance)
        && StrictMath.abs(queue.readShare() - delivery.readShare) < SAME_READ_SHARE;
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
      HeardQueue queue, AdapterState adapter, Optional<RateBound> limit, Terms terms, Instant now) {
    return new Effect.Publish(
        new SettingBatch(
            domain.id(),
            adapter.status().adapter(),
            adapter.status().session(),
            now,
            domain.config().lease().toMillis(),
            List.of(
                new Setting(
                    queue.id(),
                    domain.nextVersion(),
                    limit,
                    queue.readShare(),
                    terms.reserve(),
                    terms.weight(),
                    terms.cap())),
            domain.authority()));
  }

  /** Returns whether one was sent. */
  private boolean pushGrant(
      Delivery delivery, boolean isWishDue, Instant now, List<Effect> effects) {
    HeardQueue queue = delivery.share.heard;
    if (queue.request() == null) {
      return false;
    }
    boolean enforced = queue.limit() != null;
    Optional<RateBound> bound =
        enforced ? Optional.ofNullable(queue.limit()) : law.wouldBe(delivery.share);
    Optional<RateBound> before = delivery.granted;
    boolean unchanged =
        delivery.grantedEnforced == enforced
            && bound.isPresent() == before.isPresent()
            && (bound.isEmpty() || same(bound.get(), before.get(), SAME));
    Duration repeat = enforced ? REPEAT_ENFORCED : REPEAT_OTHER;
    boolean recent = Duration.between(delivery.grantedAt, now).compareTo(repeat) < 0;
    if (unchanged && recent && !isWishDue) {
      return false;
    }
    wish.told(now);
    delivery.granted(bound, enforced, now);
    effects.add(
        new Effect.Publish(
            new GrantBatch(
                domain.id(),
                now,
                List.of(
                    new Grant(
                        queue.id(),
                        domain.nextVersion(),
                        bound,
                        enforced,
                        bound.isEmpty() ? "not bounded" : "bound by " + delivery.boundName())),
                wish.intervalMillis())));
    return true;
  }

  /**
   * Renews the lease of every living adapter of the domain, three times a lease. Only a decision,
   * which needs fresh measurements, renews: when the agents fall silent, the limits end with the
   * lease.
   */
  public List<Effect> renew(Instant now) {
    if (!domain.enforcing()) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    Duration lease = domain.config().lease();
    for (AdapterState adapter : domain.adapters().all()) {
      AdapterStatus status = adapter.status();
      Instant last = renewedAt.getOrDefault(status.adapter(), Instant.EPOCH);
      boolean isDue = Duration.between(last, now).compareTo(lease.dividedBy(3)) >= 0;
      if (isDue && adapter.isAlive(domain.time().knownAt(now))) {
        renewedAt.put(status.adapter(), now);
        effects.add(
            new Effect.Publish(
                new LeaseRenewal(
                    domain.id(),
                    domain.nextVersion(),
                    status.adapter(),
                    status.session(),
                    now,
                    lease.toMillis(),
                    domain.authority())));
      }
    }
    return effects;
  }

  /** Lets go of every limit, and forgets conflicts: whoever enforces again has looked at them. */
  public List<Effect> releaseAll(Instant now, String why) {
    List<Effect> effects = new ArrayList<>();
    Instant known = domain.time().knownAt(now);
    for (Delivery delivery : deliveries) {
      Share share = delivery.share;
      HeardQueue queue = share.heard;
      boolean touched = queue.limit() != null || queue.state() == Outcome.State.CONFLICT;
      Optional<AdapterState> adapter =
          domain.adapters().living(queue.adapter(), known).filter(_ -> touched);
      adapter.ifPresent(to -> effects.add(setting(queue, to, Optional.empty(), Terms.NONE, now)));
      if (touched || share.isLimited()) {
        queue.ended(why);
        adapter.ifPresent(_ -> queue.sent(Optional.empty(), domain.version(), now));
        share.free();
        effects.add(new Effect.SaveQueue(share.memory()));
      }
    }
    return effects;
  }
}
