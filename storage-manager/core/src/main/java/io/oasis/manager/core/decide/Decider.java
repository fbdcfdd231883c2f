package io.oasis.manager.core.decide;

import static io.oasis.manager.core.settle.Stability.CYCLE_PART;
import static io.oasis.manager.core.settle.Stability.CYCLE_WINDOW;
import static io.oasis.manager.core.settle.Stability.GAIN;
import static io.oasis.manager.core.settle.Stability.LEAST_GAIN;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
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
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shares out a capacity that is measured: once an interval capacity, targets and a step towards
 * them, in O(n). Limits that do harm are let go.
 */
public final class Decider implements Law {
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

  private final Domain domain;
  private final List<Share> shares = new ArrayList<>();
  private final CapacityEstimator capacity;
  private final CapacityMeter meter;
  private final Limits limits = new Limits();
  private final Available available;
  private final Harm harm;
  private Optional<Double> price = Optional.empty();
  private double gain;
  private long interval;
  private long gainHalvedAt;
  private long movedAt;
  private int calmIntervals;
  private long active;

  public Decider(Domain domain, CapacityMemory memory) {
    this.domain = domain;
    capacity = new CapacityEstimator(memory);
    meter = new CapacityMeter(domain, capacity);
    available = new Available(domain, capacity, limits);
    harm = new Harm(domain);
  }

  @Override
  public Share join(HeardQueue queue) {
    Share share = new Share(queue);
    shares.add(share);
    return share;
  }

  @Override
  public void leave(Share share) {
    shares.remove(share);
  }

  @Override
  public void startFrom(Share share, double cost) {
    share.allocate(limits.allocation(cost));
  }

  @Override
  public Optional<Decided> decide(Instant now) {
    interval++;
    boolean another = meter.measure(now);
    relaxGain(another | countActive());
    List<Share> shared = new ArrayList<>();
    double others = 0;
    for (Share share : shares) {
      if (isAwaited(share)) {
        others += share.holding();
      } else if (domain.isSilent(share.heard)) {
        share.free();
        share.demandUsed = Optional.empty();
      } else if (share.heard.isExcluded()) {
        others += share.heard.usage();
      } else {
        shared.add(share);
      }
    }
    Policy policy = Policies.named(domain.rails().policy()).orElseGet(ProportionalFair::new);
    Optional<Double> whole = available.toShare(policy, shared, others);
    if (whole.isEmpty() || shared.isEmpty()) {
      leaveAlone();
      return Optional.empty();
    }
    return Optional.of(
        share(policy, shared, StrictMath.max(LEAST_AVAILABLE * whole.get(), whole.get() - others)));
  }

  /** Whether it is known from a former controller only, and its agent may be about to speak. */
  private boolean isAwaited(Share share) {
    return share.heard.request() == null && share.isLimited() && domain.isListening();
  }

  /** Counts the queues with I/O; returns whether many came or went. */
  private boolean countActive() {
    long before = active;
    active =
        domain.queues().stream()
            .filter(queue -> queue.idleIntervals() < IDLE_INTERVALS && !domain.isSilent(queue))
            .count();
    return Math.abs(active - before) >= CYCLE_PART * StrictMath.max(active, before);
  }

  /**
   * Halves the gain when queues go to and fro, and gives it back after a calm window. What moves
   * them in another situation is not of their own making: then counting starts anew.
   */
  private void relaxGain(boolean isAnotherSituation) {
    if (isAnotherSituation) {
      shares.forEach(share -> share.damping.forgetCycle());
      gain = GAIN;
    }
    long cycling = shares.stream().filter(share -> share.damping.takeCycle(interval)).count();
    if (cycling > 0 && cycling >= CYCLE_PART * shares.size()) {
      gain = StrictMath.max(LEAST_GAIN, gain / 2);
      gainHalvedAt = interval;
      domain.note("limit cycle: " + cycling + " queues went to and fro, damping doubled");
    }
    if (gain == 0 || interval - gainHalvedAt > CYCLE_WINDOW) {
      gain = GAIN;
    }
  }

  /** Nothing was ever short here: nobody is limited. */
  private void leaveAlone() {
    price = Optional.empty();
    for (Share share : shares) {
      HeardQueue queue = share.heard;
      if (!(available.isInherited() && !queue.isExcluded() || isAwaited(share))) {
        share.free();
      }
      share.aim(queue.usage(), queue.isExcluded() ? Bound.EXCLUDED : Bound.DEMAND);
    }
  }

  private Decided share(Policy policy, List<Share> shared, double toShare) {
    List<Claim> claims = Claims.of(shared, toShare);
    double whole = toShare + Claims.spareMargin(shared, toShare);
    Problem problem = new Problem(claims, whole);
    Targets.Found targets = Reserves.targets(policy, problem, domain);
    problem = Reserves.kept(problem, targets);
    Stepper.Step step =
        Stepper.step(
            problem, targets, shared.stream().map(share -> share.damping).toList(), gain, interval);
    boolean calm = isCalm(shared, problem, targets);
    List<String> faults =
        Verifier.check(problem.claims(), targets.amounts(), step.amounts(), targets.price(), whole);
    if (faults.isEmpty()) {
      price = targets.price();
      limits.fit(targets, problem.capacity());
      if (limits.probes(isDoubtful(shared), capacity.isSaturated())) {
        domain.note(
            "probe: for " + Probe.LENGTH + " intervals those who press have less than their part");
      }
      take(shared, targets, step, calm);
    } else {
      domain.note("decision withheld, it fails its own check: " + faults.getFirst());
    }
    return new Decided(
        interval, policy.name(), shared, problem, targets, step, calm, !faults.isEmpty());
  }

  /**
   * Whether some seem content with less than a fair share on a device that has no more. A full
   * device need not look saturated: limits leave it idle for moments.
   */
  private boolean isDoubtful(List<Share> shared) {
    boolean content = false;
    boolean pressing = false;
    for (Share share : shared) {
      boolean works = share.heard.idleIntervals() == 0;
      content |= share.bound() == Bound.DEMAND && works && share.isLimited();
      pressing |= share.bound() == Bound.FAIR_SHARE && share.isLimited();
    }
    return content && pressing && (capacity.isSaturated() || isFull());
  }

  private boolean isFull() {
    double done = domain.queues().stream().mapToDouble(HeardQueue::usage).sum();
    return done >= FULL * capacity.carried().orElse(Double.POSITIVE_INFINITY);
  }

  /** Whether limits have had no use for so long that they can come off. */
  private boolean isCalm(List<Share> shared, Problem problem, Targets.Found targets) {
    double wants = 0;
    boolean capped = false;
    for (int i = 0; i < shared.size(); i++) {
      wants += problem.claims().get(i).most();
      capped |= problem.claims().get(i).limit() < Double.POSITIVE_INFINITY;
    }
    boolean calmNow = !capped && targets.nobodyWaits() && wants <= CALM_LOAD * problem.capacity();
    calmIntervals = calmNow ? calmIntervals + 1 : 0;
    boolean nobodyLimited = shared.stream().noneMatch(Share::isLimited);
    return calmNow && (nobodyLimited || calmIntervals >= CALM_INTERVALS);
  }

  private void take(List<Share> shared, Targets.Found targets, Stepper.Step step, boolean calm) {
    for (int i = 0; i < shared.size(); i++) {
      Share share = shared.get(i);
      double before = share.holding();
      double after = step.amounts()[i];
      share.aim(targets.amounts()[i], targets.bounds().get(i));
      if (calm || !domain.enforcing()) {
        share.free();
        continue;
      }
      if (!share.allocation().equals(Optional.of(after))) {
        share.damping.moved(before, after, interval);
        if (StrictMath.abs(after - before) > Stability.DEAD_BAND * before) {
          movedAt = interval;
        }
      }
      share.allocate(after);
    }
  }

  @Override
  public boolean interrupt() {
    return limits.endProbe() | harm.interrupt(shares);
  }

  @Override
  public Advice judge() {
    return harm.judge(shares);
  }

  @Override
  public Optional<RateBound> limit(Share share) {
    return share.allocation().map(has -> limits.of(has, share.heard.meanBytes(), share.bound()));
  }

  @Override
  public Optional<RateBound> wouldBe(Share share) {
    return price.isPresent() && share.isAimed()
        ? Optional.of(limits.usual(share.target(), share.heard.meanBytes()))
        : Optional.empty();
  }

  @Override
  public boolean isProbing() {
    return limits.isProbing();
  }

  @Override
  public CapacityEstimate capacity(Instant now) {
    return capacity.estimate(domain.meanBytes(), now);
  }

  @Override
  public Optional<Double> carried() {
    return capacity.carried();
  }

  @Override
  public CapacityMemory memory() {
    return capacity.memory();
  }

  @Override
  public Standing standing() {
    return new Standing(
        price,
        capacity.toShare().isPresent(),
        harm.phase(),
        harm.last(),
        interval - movedAt,
        shares.stream().mapToLong(share -> share.damping.reversals()).sum());
  }
}
