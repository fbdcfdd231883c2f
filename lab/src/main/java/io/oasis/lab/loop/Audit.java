package io.oasis.lab.loop;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.core.PolicyNames;
import io.oasis.manager.core.decide.Way;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.core.settle.Stability;
import io.oasis.manager.core.verify.Verifier;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Iops;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What has to hold after every event of the loop, whatever fails.
 *
 * <ul>
 *   <li>no limit outlives the lease by more than a second after the manager's last word
 *   <li>every decision has a reason for every queue
 *   <li>excluded and unattributed queues are never limited; who has a limit of the operator's is
 *       never limited to more (by capacity: and the headroom), where both are in the same unit
 *   <li>who is asked is never limited to less than its reserve
 *   <li>of whole decisions that have a price, which are those by capacity: the independent verifier
 *       accepts them, and what is shared out exceeds the upper bound of the capacity by no more
 *       than the surplus
 *   <li>the versions of one manager only grow
 * </ul>
 *
 * <p>The default policy has no price: nothing is shared out by it that could be too much.
 */
public final class Audit {
  private static final int MOST_FAULTS = 20;
  private static final double TOLERANCE = 1e-6;

  /** A limit may be off by this part: it is not decided anew when sizes drift by less. */
  private static final double SAME = 2e-3;

  /**
   * Shared out beyond the capacity at most: for probing, and what observed demands leave unused.
   */
  private static final double SURPLUS = Stability.SURPLUS * Stability.HEADROOM + 0.04;

  private final Timeline time;
  private final long leaseNanos;
  private final List<String> faults = new ArrayList<>();
  private final Map<QueueId, Version> versions = new HashMap<>();
  private GuardRails rails =
      GuardRails.initial(World.DOMAIN, Mode.ENFORCE, PolicyNames.all().getFirst());
  private int decisions;
  private double kellySum;

  Audit(Timeline time, long leaseNanos) {
    this.time = time;
    this.leaseNanos = leaseNanos;
  }

  /** What did not hold, with the time; empty when everything did. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  public int decisions() {
    return decisions;
  }

  /** The paper's sum over all decisions told. */
  public double kellySum() {
    return kellySum;
  }

  /** A manager that lost everything begins with low versions; adapters fence it until it knows. */
  public void restarted() {
    versions.clear();
  }

  void check(List<AdapterNode> adapters) {
    for (AdapterNode adapter : adapters) {
      long silence = time.now() - adapter.lastWordNanos();
      if (silence <= leaseNanos + Timeline.SECOND || adapter.host().limits() == 0) {
        continue;
      }
      for (LabHost.Place place : adapter.host().places()) {
        if (!place.throttle().equals(Throttle.NONE)) {
          fault("%s outlives its lease: %.1f s", place.queue(), silence / 1e9);
        }
      }
    }
  }

  /** The operator's word, which holds from now on. */
  void told(GuardRails given) {
    rails = given;
  }

  void told(Setting setting) {
    Version last = versions.put(setting.queue(), setting.version());
    if (last != null && !setting.version().isAfter(last)) {
      fault("%s: version %s after %s", setting.queue(), setting.version(), last);
    }
    setting.limit().ifPresent(limit -> checkLimit(setting.queue(), limit));
  }

  private void checkLimit(QueueId queue, RateBound limit) {
    Rails its = Rails.of(rails, queue);
    boolean isByCapacity = isByCapacity(rails.policy());
    if (queue.isUnattributed() || its.exclude()) {
      fault("%s is limited", queue);
    }
    its.limit()
        .filter(cap -> isAbove(limit, cap.rate(), isByCapacity))
        .ifPresent(cap -> fault("%s: %s is above the operator's %s", queue, limit, cap.rate()));
    its.reserve() // of what several share a part is enough
        .filter(reserve -> reserve.rail().scope() == Scope.QUEUE && its.limit().isEmpty())
        .filter(reserve -> !isByCapacity && isAbove(reserve.rate(), limit, false))
        .ifPresent(
            reserve -> fault("%s: %s is below its reserve %s", queue, limit, reserve.rate()));
  }

  private static boolean isByCapacity(String policy) {
    return Way.of(policy) == Way.BY_CAPACITY;
  }

  private static boolean isAbove(RateBound a, RateBound b, boolean hasHeadroom) {
    return isAbove(
            a.iops().map(Iops::perSecond),
            b.iops().map(Iops::perSecond),
            hasHeadroom ? Stability.HEADROOM_IOPS : 0,
            hasHeadroom)
        || isAbove(
            a.bytesPerSecond().map(BytesPerSecond::perSecond),
            b.bytesPerSecond().map(BytesPerSecond::perSecond),
            0,
            hasHeadroom);
  }

  private static boolean isAbove(
      Optional<Double> a, Optional<Double> b, double grain, boolean hasHeadroom) {
    double part = SAME + (hasHeadroom ? Stability.HEADROOM : 0);
    return a.isPresent()
        && b.isPresent()
        && a.get() > b.get() + StrictMath.max(grain, part * b.get());
  }

  void told(Decision decision) {
    decisions++;
    kellySum += decision.certificate().kellySum();
    decision.queues().forEach(queue -> check(queue, decision.header().policy()));
    if (!decision.snapshot() || decision.certificate().price().isEmpty()) {
      return;
    }
    double upper = decision.capacity().upperCostPerSecond().orElse(Double.POSITIVE_INFINITY);
    Verifier.check(decision).forEach(found -> fault("%s", found));
    if (decision.certificate().available() > upper * (1 + SURPLUS)) {
      fault("%f shared out of at most %f", decision.certificate().available(), upper);
    }
  }

  private void check(Decision.QueueDecision queue, String policy) {
    if (queue.why().reason().isBlank()) {
      fault("%s: no reason", queue.queue());
    }
    double limit = queue.terms().limit().orElse(Double.POSITIVE_INFINITY);
    double has = queue.step().after().orElse(queue.step().target());
    if (has > limit * (1 + TOLERANCE)) {
      fault("%s: %f is above its limit %f", queue.queue(), has, limit);
    }
    if (queue.step().after().isEmpty()) {
      return;
    }
    if (Rails.of(rails, queue.queue()).exclude()) {
      fault("%s: it is excluded, and has %f", queue.queue(), has);
    }
    double reserve = StrictMath.min(queue.terms().reserve(), limit);
    if (!isByCapacity(policy) && has < reserve * (1 - SAME)) {
      fault("%s: %f is below its reserve %f", queue.queue(), has, reserve);
    }
  }

  private void fault(String format, Object... values) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(
          String.format(Locale.ROOT, "%.3f s: ", time.seconds())
              + String.format(Locale.ROOT, format, values));
    }
  }
}
