package io.oasis.manager.core;

import static io.oasis.manager.core.settle.Stability.CYCLE_PART;
import static io.oasis.manager.core.settle.Stability.CYCLE_WINDOW;
import static io.oasis.manager.core.settle.Stability.GAIN;
import static io.oasis.manager.core.settle.Stability.HEADROOM;
import static io.oasis.manager.core.settle.Stability.LEAST_GAIN;
import static io.oasis.manager.core.settle.Stability.LEAST_HEADROOM;
import static io.oasis.manager.core.settle.Stability.SQUEEZE;
import static io.oasis.manager.core.settle.Stability.SURPLUS;

import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Policies;
import io.oasis.manager.core.policy.Policy;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Probe;
import io.oasis.manager.core.settle.Stability;
import io.oasis.manager.core.settle.Stepper;
import io.oasis.manager.core.verify.Verifier;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the one O(n) decision of an interval: capacity, targets, a step towards them. */
final class Decider {
  /** A queue that has not been heard of for this long is forgotten. */
  private static final Duration FORGET_AFTER = Duration.ofSeconds(60);

  /** What excluded and unattributed I/O may take from the others at most. */
  private static final double LEAST_AVAILABLE = 0.05;

  /** Intervals without anybody wanting for more before limits are taken off. */
  private static final int CALM_INTERVALS = 30;

  /** Without I/O for so many intervals a queue has gone. */
  private static final int IDLE_INTERVALS = 2;

  /** Demands of less than this part of the capacity need no limits. */
  private static final double CALM_LOAD = 0.8;

  /** A device that does this part of what it is known to carry has no more to give. */
  private static final double FULL = 0.95;

  private final DomainState state;
  private final Supply supply;
  private int calmIntervals;
  private long active;

  Decider(DomainState state) {
    this.state = state;
    supply = new Supply(state);
  }

  List<Effect> decide(Instant now) {
    state.interval++;
    state.begunAt = state.interval == 1 ? state.heard : state.begunAt;
    List<Effect> effects = new ArrayList<>(forgetSilent());
    boolean another = CapacityMeter.measure(state, now);
    relaxGain(another | countActive());
    List<QueueState> shared = new ArrayList<>();
    double others = 0;
    for (QueueState queue : state.queues()) {
      if (state.isAwaited(queue)) {
        others += queue.allocation;
      } else if (state.isSilent(queue)) {
        queue.allocation = Double.NaN;
        queue.demandUsed = Double.NaN;
      } else if (queue.isExcluded()) {
        others += queue.usage();
      } else {
        shared.add(queue);
      }
    }
    Policy policy = Policies.named(state.rails.policy()).orElseGet(ProportionalFair::new);
    Optional<Double> capacity = supply.toShare(policy, shared, others);
    if (capacity.isEmpty() || shared.isEmpty()) {
      leaveAlone();
    } else {
      state.available = StrictMath.max(LEAST_AVAILABLE * capacity.get(), capacity.get() - others);
      share(policy, shared, now).ifPresent(decision -> effects.add(new Effect.Publish(decision)));
    }
    return effects;
  }

  /** Nobody is limited on the word of an agent that is gone. */
  private List<Effect> forgetSilent() {
    List<Effect> effects = new ArrayList<>();
    for (QueueState queue : List.copyOf(state.queues())) {
      if (queue.request != null && state.hasBeenQuietFor(FORGET_AFTER, queue.requestedAt)) {
        state.forget(queue);
        effects.add(new Effect.ForgetQueue(queue.queue));
      }
    }
    state.luns.values().removeIf(lun -> state.hasBeenQuietFor(FORGET_AFTER, lun.reportedAt));
    return effects;
  }

  /** Counts the queues with I/O; returns whether many came or went. */
  private boolean countActive() {
    long before = active;
    active =
        state.queues().stream()
            .filter(queue -> queue.idleIntervals < IDLE_INTERVALS && !state.isSilent(queue))
            .count();
    return Math.abs(active - before) >= CYCLE_PART * StrictMath.max(active, before);
  }

  /**
   * Halves the gain when queues go to and fro, and gives it back after a calm window. What moves
   * them in another situation is not of their own making: then counting starts anew.
   */
  private void relaxGain(boolean isAnotherSituation) {
    if (isAnotherSituation) {
      state.queues().forEach(queue -> queue.motion.forgetCycle());
      state.gain = GAIN;
    }
    long cycling =
        state.queues().stream().filter(queue -> queue.motion.takeCycle(state.interval)).count();
    if (cycling > 0 && cycling >= CYCLE_PART * state.queues().size()) {
      state.gain = StrictMath.max(LEAST_GAIN, state.gain / 2);
      state.gainHalvedAt = state.interval;
      state.events.add("limit cycle: " + cycling + " queues went to and fro, damping doubled");
    }
    if (state.gain == 0 || state.interval - state.gainHalvedAt > CYCLE_WINDOW) {
      state.gain = GAIN;
    }
  }

  /** Nothing was ever short here: nobody is limited. */
  private void leaveAlone() {
    state.price = Double.NaN;
    state.available = Double.NaN;
    for (QueueState queue : state.queues()) {
      boolean stays = supply.isInherited() && !queue.isExcluded() || state.isAwaited(queue);
      queue.allocation = stays ? queue.allocation : Double.NaN;
      queue.target = queue.usage();
      queue.bound = queue.isExcluded() ? Bound.EXCLUDED : Bound.DEMAND;
    }
  }

  private Optional<Decision> share(Policy policy, List<QueueState> shared, Instant now) {
    List<Claim> claims = Claims.of(shared, state.available);
    state.available += Claims.spareMargin(shared, state.available);
    Problem problem = new Problem(claims, state.available);
    Targets.Found targets = targets(policy, problem);
    problem = kept(problem, targets);
    Stepper.Step step =
        Stepper.step(
            problem,
            targets,
            shared.stream().map(queue -> queue.motion).toList(),
            state.gain,
            state.interval);
    boolean calm = isCalm(shared, problem, targets);
    Decisions decisions = new Decisions(state, shared, problem, targets, step, calm, now);
    List<String> faults =
        Verifier.check(
            problem.claims(), targets.amounts(), step.amounts(), targets.price(), state.available);
    if (!faults.isEmpty()) {
      state.events.add("decision withheld, it fails its own check: " + faults.getFirst());
      return Optional.of(decisions.withheld(policy.name()));
    }
    state.price = targets.price();
    state.headroom = headroom(targets, problem.capacity());
    if (state.probe.begins(isDoubtful(shared), state.capacity.isSaturated())) {
      state.events.add(
          "probe: for " + Probe.LENGTH + " intervals those who press have less than their part");
    }
    Optional<Decision> told = decisions.worthTelling(policy.name());
    take(shared, targets, step, calm);
    return told;
  }

  /**
   * Whether some seem content with less than a fair share on a device that has no more. A full
   * device need not look saturated: limits leave it idle for moments.
   */
  private boolean isDoubtful(List<QueueState> shared) {
    boolean content = false;
    boolean pressing = false;
    for (QueueState queue : shared) {
      content |= queue.bound == Bound.DEMAND && queue.idleIntervals == 0 && queue.isLimited();
      pressing |= queue.bound == Bound.FAIR_SHARE && queue.isLimited();
    }
    return content && pressing && (state.capacity.isSaturated() || isFull());
  }

  private boolean isFull() {
    double done = state.queues().stream().mapToDouble(QueueState::usage).sum();
    return done >= FULL * state.capacity.carried().orElse(Double.POSITIVE_INFINITY);
  }

  private Targets.Found targets(Policy policy, Problem problem) {
    return switch (policy.decide(problem)) {
      case Targets.Found found -> found;
      case Targets.Refused refused -> {
        state.events.add(refused.reason() + ": all reserves are cut back alike");
        yield switch (policy.decide(withReservesThatFit(problem))) {
          case Targets.Found found -> found;
          case Targets.Refused again -> throw new IllegalStateException(again.reason());
        };
      }
    };
  }

  /** The problem that the targets answer: with reserves cut back when they did not fit. */
  private static Problem kept(Problem problem, Targets.Found targets) {
    double floors = problem.claims().stream().mapToDouble(Claim::least).sum();
    return targets.selfDamped() || floors <= problem.capacity()
        ? problem
        : withReservesThatFit(problem);
  }

  private static Problem withReservesThatFit(Problem problem) {
    double floors = problem.claims().stream().mapToDouble(Claim::least).sum();
    double keep = problem.capacity() / floors * (1 - 1e-9);
    return new Problem(
        problem.claims().stream()
            .map(
                claim ->
                    new Claim(
                        claim.weight(),
                        claim.demand(),
                        claim.least() * keep,
                        claim.cap(),
                        claim.usage(),
                        claim.allocation(),
                        claim.requested()))
            .toList(),
        problem.capacity());
  }

  /**
   * As large as the smallest fair share bears; changes by less than a fifth are not worth a push.
   */
  private double headroom(Targets.Found targets, double capacity) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < targets.amounts().length; i++) {
      if (targets.bounds().get(i) == Bound.FAIR_SHARE) {
        smallest = StrictMath.min(smallest, targets.amounts()[i]);
      }
    }
    if (smallest >= capacity) {
      return state.headroom;
    }
    double bearable = SQUEEZE * smallest / (capacity - smallest) / (1 + SURPLUS);
    double next = StrictMath.max(LEAST_HEADROOM, StrictMath.min(HEADROOM, bearable));
    return StrictMath.abs(next - state.headroom) > state.headroom / 5 ? next : state.headroom;
  }

  /** Whether limits have had no use for so long that they can come off. */
  private boolean isCalm(List<QueueState> shared, Problem problem, Targets.Found targets) {
    double wants = 0;
    boolean capped = false;
    for (int i = 0; i < shared.size(); i++) {
      wants += problem.claims().get(i).most();
      capped |= problem.claims().get(i).cap() < Double.POSITIVE_INFINITY;
    }
    boolean calmNow = !capped && targets.price() == 0 && wants <= CALM_LOAD * problem.capacity();
    calmIntervals = calmNow ? calmIntervals + 1 : 0;
    boolean nobodyLimited = shared.stream().noneMatch(QueueState::isLimited);
    return calmNow && (nobodyLimited || calmIntervals >= CALM_INTERVALS);
  }

  private void take(
      List<QueueState> shared, Targets.Found targets, Stepper.Step step, boolean calm) {
    for (int i = 0; i < shared.size(); i++) {
      QueueState queue = shared.get(i);
      double before = queue.isLimited() ? queue.allocation : queue.usage();
      double after = step.amounts()[i];
      queue.target = targets.amounts()[i];
      queue.bound = targets.bounds().get(i);
      if (calm || !state.enforcing()) {
        queue.allocation = Double.NaN;
        continue;
      }
      if (after != queue.allocation) {
        queue.motion.moved(before, after, state.interval);
        if (StrictMath.abs(after - before) > Stability.DEAD_BAND * before) {
          state.movedAt = state.interval;
        }
      }
      queue.allocation = after;
    }
  }
}
