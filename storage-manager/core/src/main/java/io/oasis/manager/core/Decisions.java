package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Stability;
import io.oasis.manager.core.settle.Stepper;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Decision.QueueDecision;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes one decision down: whole, or what changed; with the hash of what it was computed from. */
final class Decisions {
  /** A whole decision is told every so many intervals even when nothing changes. */
  private static final int SNAPSHOT_INTERVALS = 60;

  private final DomainState state;
  private final List<QueueState> queues;
  private final Problem problem;
  private final Targets.Found targets;
  private final Stepper.Step step;
  private final boolean calm;
  private final Instant now;

  Decisions(
      DomainState state,
      List<QueueState> queues,
      Problem problem,
      Targets.Found targets,
      Stepper.Step step,
      boolean calm,
      Instant now) {
    this.state = state;
    this.queues = queues;
    this.problem = problem;
    this.targets = targets;
    this.step = step;
    this.calm = calm;
    this.now = now;
  }

  /** Nothing is changed; the events say why. */
  Decision withheld(String policy) {
    Decision told = decision(policy, List.of(), false);
    state.events.clear();
    state.remember(told);
    return told;
  }

  /** What is worth telling: everything now and then, else what changed, if anything. */
  Optional<Decision> worthTelling(String policy) {
    boolean eventful = !state.events.isEmpty();
    boolean snapshot = eventful || state.interval % SNAPSHOT_INTERVALS == 1;
    List<QueueDecision> told = new ArrayList<>();
    List<QueueDecision> changed = new ArrayList<>();
    for (int i = 0; i < queues.size(); i++) {
      boolean moved = isMoved(i);
      if (snapshot || moved) {
        QueueDecision queue = queueDecision(i);
        told.add(queue);
        if (moved) {
          changed.add(queue);
        }
      }
    }
    if (told.isEmpty()) {
      return Optional.empty();
    }
    Decision decision = decision(policy, told, snapshot);
    state.events.clear();
    if (eventful || !changed.isEmpty()) {
      state.remember(snapshot ? part(decision, changed) : decision);
    }
    return Optional.of(decision);
  }

  private boolean isMoved(int i) {
    double before = queues.get(i).allocation;
    double after = after(i);
    return before != after && !(Double.isNaN(before) && Double.isNaN(after));
  }

  /** What the queue has after the decision; NaN when it is not limited. */
  private double after(int i) {
    return state.enforcing() && !calm ? step.amounts()[i] : Double.NaN;
  }

  private QueueDecision queueDecision(int i) {
    QueueState queue = queues.get(i);
    Claim claim = problem.claims().get(i);
    Optional<Double> after = finite(after(i));
    Bound targetBound = targets.bounds().get(i);
    Bound stepBound = step.bounds().get(i);
    return new QueueDecision(
        queue.queue,
        new Decision.Terms(claim.weight(), claim.floor(), finite(claim.cap())),
        new Decision.Need(queue.quality(), finite(claim.demand()), claim.usage()),
        new Decision.Step(
            queue.isLimited() ? Optional.of(queue.allocation) : Optional.empty(),
            targets.amounts()[i],
            after,
            after.map(amount -> limit(amount, queue.meanBytes, state.headroomOf(targetBound)))),
        new Decision.Why(
            targetBound,
            stepBound,
            Reasons.of(
                claim, targetBound, stepBound, targets.amounts()[i], queue.meanBytes, calm)));
  }

  /** The limit that is pushed for an allocation. */
  static RateBound limit(double allocation, double meanBytes, double headroom) {
    double cost = StrictMath.max(Claims.LEAST, allocation);
    double grain = Stability.HEADROOM_IOPS * CostModel.costOf(meanBytes);
    boolean inOperations =
        headroom > 0
            && CostModel.bound(cost, meanBytes).iops().isPresent()
            && cost * headroom < grain;
    return CostModel.bound(inOperations ? cost + grain : cost * (1 + headroom), meanBytes);
  }

  private Decision decision(String policy, List<QueueDecision> decided, boolean snapshot) {
    double kellySum = 0;
    for (QueueDecision queue : decided) {
      Decision.Step step = queue.step();
      double before = step.before().orElse(queue.need().usage());
      if (before > 0) {
        kellySum += (step.after().orElse(step.target()) - before) / before;
      }
    }
    return new Decision(
        new DecisionHeader(state.domain, state.nextVersion(), now, state.rails.mode(), policy),
        inputsHash(),
        state.capacity.estimate(meanBytes(), now),
        new Decision.Certificate(problem.capacity(), finite(targets.price()), kellySum),
        snapshot,
        queues.size(),
        decided,
        List.copyOf(state.events));
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

  private double meanBytes() {
    return Views.meanBytes(state);
  }

  private static Optional<Double> finite(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? Optional.empty() : Optional.of(value);
  }

  /** A 64-bit FNV-1a hash over the bits of every number that the decision was computed from. */
  private String inputsHash() {
    long hash = mix(0xcbf29ce484222325L, problem.capacity());
    for (Claim claim : problem.claims()) {
      hash = mix(hash, claim.weight());
      hash = mix(hash, claim.demand());
      hash = mix(hash, claim.floor());
      hash = mix(hash, claim.cap());
      hash = mix(hash, claim.usage());
      hash = mix(hash, claim.allocation());
      hash = mix(hash, claim.requested());
    }
    return String.format("%016x", hash);
  }

  private static long mix(long hash, double value) {
    return (hash ^ Double.doubleToLongBits(value)) * 0x100000001b3L;
  }
}
