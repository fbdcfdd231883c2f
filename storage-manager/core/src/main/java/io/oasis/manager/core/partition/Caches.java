package io.oasis.manager.core.partition;

import io.oasis.manager.core.cache.CacheClaim;
import io.oasis.manager.core.cache.CachePolicies;
import io.oasis.manager.core.cache.CachePolicy;
import io.oasis.manager.core.cache.CacheProblem;
import io.oasis.manager.core.cache.CacheSizes;
import io.oasis.manager.core.cache.CacheSteps;
import io.oasis.manager.core.cache.CacheVerifier;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.Rails;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheDecision.PartitionDecision;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Divides the caches of a domain. Apart from the bandwidth decision: a latency request costs O(1),
 * and a report of an adapter at most one decision of its cache.
 *
 * <p>What partitions have is what adapters report; nothing is kept across restarts. A decision is
 * made when somebody asked for latency or is new, and else every {@link #REVIEW}; never sooner than
 * {@link #SETTLE} after the last, so that a report shows what that one did.
 */
public final class Caches {
  static final Duration SETTLE = Duration.ofSeconds(5);
  static final Duration REVIEW = Duration.ofSeconds(10);

  /** Without a change, a decision is told this often. */
  private static final Duration TELL_AGAIN = Duration.ofMinutes(5);

  /** Targets farther apart than this part of the cache are another split, not a better number. */
  private static final double ANOTHER_SPLIT = 0.05;

  /** Another split must be better by this: else two that are equally good alternate for ever. */
  private static final double WORTH_A_CHANGE = 0.005;

  private final Domain domain;
  private final ByCache<CacheState> caches = new ByCache<>();
  private final Map<QueueId, LatencyShift> wishes = new LinkedHashMap<>();

  public Caches(Domain domain) {
    this.domain = domain;
  }

  /**
   * Keeps what an agent asks for until the cache of that queue is decided; without one, nothing.
   */
  public void requested(QueueId queue, LatencyShift shift) {
    if (!caches.isEmpty()) {
      wishes.put(queue, shift);
    }
  }

  /** A queue is not known any more: nobody asks for it. */
  public void forget(QueueId queue) {
    wishes.remove(queue);
  }

  public List<Effect> reported(CacheReport report, Instant now) {
    CacheState cache = caches.reported(report.cache().name(), CacheState::new);
    CachePolicy policy = CachePolicies.named(domain.rails().policy());
    cache.take(report, policy, now);
    Duration since = Duration.between(cache.decidedAt, now);
    boolean asked =
        report.partitions().stream()
            .anyMatch(part -> part.space().sizeBytes() == 0 || wishes.containsKey(part.queue()));
    boolean due = since.compareTo(REVIEW) >= 0 || asked && since.compareTo(SETTLE) >= 0;
    return due && !report.partitions().isEmpty() ? decide(cache, report, policy, now) : List.of();
  }

  private List<Effect> decide(
      CacheState cache, CacheReport report, CachePolicy policy, Instant now) {
    cache.decidedAt = now;
    List<CacheClaim> claims = new ArrayList<>();
    for (CacheReport.Partition part : report.partitions()) {
      Optional<LatencyShift> wish = Optional.ofNullable(wishes.remove(part.queue()));
      claims.add(cache.claim(report, part, wish, Rails.of(domain.rails(), part.queue()), now));
    }
    CacheProblem problem = new CacheProblem(claims, report.totalBytes());
    return switch (policy.decide(problem)) {
      case CacheSizes.Refused(String reason) -> {
        domain.note("cache " + report.cache().name() + " is left as it is: " + reason);
        yield List.of();
      }
      case CacheSizes.Found found -> settle(cache, report, policy, problem, found, now);
    };
  }

  private List<Effect> settle(
      CacheState cache,
      CacheReport report,
      CachePolicy policy,
      CacheProblem problem,
      CacheSizes.Found found,
      Instant now) {
    double[] targets = keepUnlessWorthIt(cache, report, policy, problem, found.bytes());
    double[] after = found.selfDamped() ? targets : CacheSteps.step(problem, targets);
    List<String> faults = CacheVerifier.bounds(problem, after);
    if (!faults.isEmpty()) {
      domain.note("cache " + report.cache().name() + " is left as it is: " + faults.getFirst());
      return List.of();
    }
    boolean changed = false;
    for (int i = 0; i < after.length; i++) {
      changed |= StrictMath.abs(after[i] - problem.claims().get(i).holdingBytes()) >= 1;
    }
    List<Effect> effects = new ArrayList<>();
    if (changed || Duration.between(cache.toldAt, now).compareTo(TELL_AGAIN) >= 0) {
      cache.toldAt = now;
      effects.add(
          new Effect.Publish(decision(report, policy, problem, found, targets, after, now)));
    }
    if (changed && domain.enforcing()) {
      effects.add(new Effect.Publish(setting(report, after, now)));
    }
    return effects;
  }

  private static double[] keepUnlessWorthIt(
      CacheState cache,
      CacheReport report,
      CachePolicy policy,
      CacheProblem problem,
      double[] targets) {
    double[] before = cache.targets(report);
    double farthest = 0;
    for (int i = 0; i < targets.length; i++) {
      farthest = StrictMath.max(farthest, StrictMath.abs(targets[i] - before[i]));
    }
    boolean another = farthest > ANOTHER_SPLIT * problem.capacityBytes();
    boolean keep =
        another
            && CacheVerifier.bounds(problem, before).isEmpty()
            && policy.advantage(problem, targets, before) < WORTH_A_CHANGE;
    cache.keepTargets(report, keep ? before : targets);
    return keep ? before : targets;
  }

  private CacheSetting setting(CacheReport report, double[] after, Instant now) {
    List<CacheSetting.Size> sizes = new ArrayList<>();
    for (int i = 0; i < after.length; i++) {
      sizes.add(
          new CacheSetting.Size(report.partitions().get(i).queue(), StrictMath.floor(after[i])));
    }
    return new CacheSetting(
        report.cache(),
        domain.nextVersion(),
        now,
        sizes,
        domain.config().lease().toMillis(),
        Optional.empty(),
        domain.authority());
  }

  private CacheDecision decision(
      CacheReport report,
      CachePolicy policy,
      CacheProblem problem,
      CacheSizes.Found found,
      double[] targets,
      double[] after,
      Instant now) {
    List<PartitionDecision> partitions = new ArrayList<>();
    for (int i = 0; i < after.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      partitions.add(
          new PartitionDecision(
              report.partitions().get(i).queue(),
              claim.weight(),
              claim.holdingBytes(),
              claim.wantedBytes(),
              targets[i],
              after[i],
              claim.curve().hitRatio(after[i]),
              found.reasons().get(i)));
    }
    return new CacheDecision(
        new DecisionHeader(
            domain.id(), domain.nextVersion(), now, domain.rails().mode(), policy.name()),
        report.cache().name(),
        report.totalBytes(),
        found.gap(),
        partitions);
  }
}
