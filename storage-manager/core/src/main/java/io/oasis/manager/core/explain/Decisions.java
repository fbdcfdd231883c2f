package io.oasis.manager.core.explain;

import io.oasis.manager.core.decide.Decided;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Decision.QueueDecision;
import io.oasis.protocol.DecisionHeader;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Writes decisions down: whole, or what changed; with the hash of what they were computed from.
 * Remembers the last ones that changed something.
 */
public final class Decisions {
  /** A whole decision is told every so many intervals even when nothing changes. */
  private static final int SNAPSHOT_INTERVALS = 60;

  /** So many that changed something are shown: more than a page has room for. */
  private static final int RECENT_DECISIONS = 100;

  /** Of how many queues they tell together; one of them is kept however many it tells of. */
  private static final int RECENT_QUEUES = 200;

  /** Stands in a hash for what is not there: the bits of no amount. */
  private static final long NONE = 0x7ff8000000000000L;

  private final Domain domain;
  private final Law law;
  private final Deque<Decision> recent = new ArrayDeque<>();
  private int recentQueues;

  public Decisions(Domain domain, Law law) {
    this.domain = domain;
    this.law = law;
  }

  /** What is worth telling: everything now and then, else what changed, if anything. */
  public Optional<Decision> worthTelling(Decided decided, Instant now) {
    if (decided.withheld()) { // nothing is changed; the events say why
      Decision told = decision(decided, List.of(), false, now);
      remember(told);
      return Optional.of(told);
    }
    boolean eventful = domain.isEventful();
    boolean snapshot = eventful || decided.interval() % SNAPSHOT_INTERVALS == 1;
    List<QueueDecision> told = new ArrayList<>();
    List<QueueDecision> changed = new ArrayList<>();
    for (int i = 0; i < decided.shares().size(); i++) {
      boolean moved = isMoved(decided, i);
      if (snapshot || moved) {
        QueueDecision queue = queueDecision(decided, i);
        told.add(queue);
        if (moved) {
          changed.add(queue);
        }
      }
    }
    if (told.isEmpty()) {
      return Optional.empty();
    }
    Decision decision = decision(decided, told, snapshot, now);
    if (eventful || !changed.isEmpty()) {
      remember(snapshot ? part(decision, changed) : decision);
    }
    return Optional.of(decision);
  }

  private static boolean isMoved(Decided decided, int i) {
    Optional<Double> before = decided.problem().claims().get(i).allocation();
    return !before.equals(decided.shares().get(i).allocation());
  }

  private QueueDecision queueDecision(Decided decided, int i) {
    Share share = decided.shares().get(i);
    Claim claim = decided.problem().claims().get(i);
    double target = decided.targets().amounts()[i];
    Bound step = decided.step().bounds().get(i);
    return new QueueDecision(
        share.heard.id(),
        new Decision.Terms(claim.weight(), claim.reserve(), finite(claim.limit())),
        new Decision.Need(share.heard.quality(), finite(claim.demand()), claim.usage()),
        new Decision.Step(claim.allocation(), target, share.allocation(), law.limit(share)),
        new Decision.Why(
            share.bound(),
            step,
            Reasons.of(claim, share.bound(), step, target, share.heard.meanBytes(), decided.calm())
                + law.earned(share).map(Reasons::earned).orElse(""),
            law.earned(share)));
  }

  private Decision decision(
      Decided decided, List<QueueDecision> told, boolean snapshot, Instant now) {
    double kellySum = 0;
    for (QueueDecision queue : told) {
      Decision.Step step = queue.step();
      double before = step.before().orElse(queue.need().usage());
      if (before > 0) {
        kellySum += (step.after().orElse(step.target()) - before) / before;
      }
    }
    return new Decision(
        new DecisionHeader(
            domain.id(), domain.nextVersion(), now, domain.rails().mode(), decided.policy()),
        inputsHash(decided.problem()),
        law.capacity(now),
        new Decision.Certificate(decided.problem().capacity(), decided.targets().price(), kellySum),
        snapshot,
        decided.shares().size(),
        told,
        domain.takeEvents());
  }

  void remember(Decision decision) {
    recent.addFirst(decision);
    recentQueues += decision.queues().size();
    while (recent.size() > RECENT_DECISIONS
        || (recentQueues > RECENT_QUEUES && recent.size() > 1)) {
      recentQueues -= recent.removeLast().queues().size();
    }
  }

  /** The newest first. */
  List<Decision> recent() {
    return List.copyOf(recent);
  }

  private static Decision part(Decision whole, List<QueueDecision> changed) {
    return new Decision(
        whole.header(),
        whole.inputsHash(),
        whole.capacity(),
        whole.certificate(),
        false,
        whole.totalQueues(),
        changed,
        whole.events());
  }

  private static Optional<Double> finite(double value) {
    return Optional.of(value).filter(each -> each < Double.POSITIVE_INFINITY);
  }

  /** A 64-bit FNV-1a hash over the bits of every number that the decision was computed from. */
  private static String inputsHash(Problem problem) {
    long hash = mix(0xcbf29ce484222325L, problem.capacity());
    for (Claim claim : problem.claims()) {
      hash = mix(hash, claim.weight());
      hash = mix(hash, claim.demand());
      hash = mix(hash, claim.reserve());
      hash = mix(hash, claim.limit());
      hash = mix(hash, claim.usage());
      hash = mix(hash, claim.allocation().map(Double::doubleToLongBits).orElse(NONE));
      hash = mix(hash, claim.requested().map(Double::doubleToLongBits).orElse(NONE));
    }
    return String.format("%016x", hash);
  }

  private static long mix(long hash, double value) {
    return mix(hash, Double.doubleToLongBits(value));
  }

  private static long mix(long hash, long bits) {
    return (hash ^ bits) * 0x100000001b3L;
  }
}
