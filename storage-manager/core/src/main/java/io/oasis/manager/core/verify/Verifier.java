package io.oasis.manager.core.verify;

import io.oasis.manager.core.policy.Claim;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.QueueDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks a whole decision by its certificate alone, in O(n).
 *
 * <p>Law: with the price p, every queue's target T has {@code w/T = p} in the interior, {@code w/T
 * >= p} where its demand or limit binds, {@code w/T <= p} where its reserve binds; reserves, limits
 * and demands are kept; the targets do not exceed the capacity, and use all of it when p > 0. A
 * step ends no lower than the lower of the target and what the queue had, cut back to what is
 * feasible, and no higher than the higher of the target and what it had, not cut back: whoever is
 * held where it is may keep that. All steps together do not lower the sum of {@code w log x} from
 * what is feasible, and end within the capacity.
 */
public final class Verifier {
  /** Part by which figures may be off: far above what doubles round, far below what matters. */
  private static final double TOLERANCE = 1e-6;

  /** In cost per second: less counts as nothing, and no logarithm is taken of it. */
  private static final double TINY = 1e-9;

  private Verifier() {}

  /**
   * Checks a decision as it was told.
   *
   * @return what does not hold; empty when the decision is sound
   */
  public static List<String> check(Decision decision) {
    if (!decision.snapshot() || decision.queues().size() != decision.totalQueues()) {
      return List.of("not a whole decision: only snapshots can be checked");
    }
    List<QueueDecision> queues = decision.queues();
    List<Claim> claims = queues.stream().map(Verifier::claim).toList();
    double[] targets = queues.stream().mapToDouble(queue -> queue.step().target()).toArray();
    double[] after =
        queues.stream()
            .mapToDouble(queue -> queue.step().after().orElse(queue.step().target()))
            .toArray();
    return check(
        claims, targets, after, decision.certificate().price(), decision.certificate().available());
  }

  private static Claim claim(QueueDecision queue) {
    return new Claim(
        queue.terms().weight(),
        queue.need().demand().orElse(Double.POSITIVE_INFINITY),
        queue.terms().reserve(),
        queue.terms().limit().orElse(Double.POSITIVE_INFINITY),
        queue.need().usage(),
        queue.step().before(),
        Optional.empty());
  }

  /**
   * Checks a decision before it is told.
   *
   * @param price empty when the policy has none: then there is no certificate to check
   * @return what does not hold; empty when the decision is sound
   */
  public static List<String> check(
      List<Claim> claims,
      double[] targets,
      double[] after,
      Optional<Double> price,
      double available) {
    if (price.isEmpty()) {
      return List.of();
    }
    List<String> faults = new ArrayList<>();
    checkTargets(claims, targets, price.get(), available, faults);
    checkStep(claims, targets, after, available, faults);
    return faults;
  }

  private static void checkTargets(
      List<Claim> claims, double[] targets, double price, double available, List<String> faults) {
    double sum = 0;
    for (int i = 0; i < targets.length; i++) {
      Claim claim = claims.get(i);
      double target = targets[i];
      double most = StrictMath.min(claim.demand(), claim.limit());
      double least = StrictMath.min(claim.reserve(), most);
      sum += target;
      if (target > most * (1 + TOLERANCE) + TINY) {
        faults.add(fault(i, "target above its demand or limit", target, most));
      }
      if (target < least * (1 - TOLERANCE) - TINY) {
        faults.add(fault(i, "target below its reserve", target, least));
      }
      double marginal = claim.weight() / StrictMath.max(TINY, target);
      boolean atMost = target >= most * (1 - TOLERANCE);
      boolean atLeast = target <= least * (1 + TOLERANCE);
      if (!atMost && marginal > price * (1 + TOLERANCE)) {
        faults.add(fault(i, "worth more than the price, yet not given more", marginal, price));
      }
      if (!atLeast && target > TINY && marginal < price * (1 - TOLERANCE)) {
        faults.add(fault(i, "worth less than the price, yet given so much", marginal, price));
      }
    }
    if (sum > available * (1 + TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "targets of %.6f exceed %.6f", sum, available));
    }
    if (price > 0 && sum < available * (1 - TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "targets of %.6f leave part of %.6f", sum, available));
    }
  }

  private static void checkStep(
      List<Claim> claims, double[] targets, double[] after, double available, List<String> faults) {
    double before = 0;
    double excess = 0;
    double sum = 0;
    for (int i = 0; i < after.length; i++) {
      double start = startOf(claims.get(i));
      before += start;
      excess += start > targets[i] ? start - targets[i] : 0;
      sum += after[i];
    }
    double cut = before > available && excess > 0 ? (before - available) / excess : 0;
    double gain = 0;
    for (int i = 0; i < after.length; i++) {
      Claim claim = claims.get(i);
      double start = startOf(claim);
      if (start > targets[i]) {
        start -= StrictMath.min(1, cut) * (start - targets[i]);
      }
      double has = claim.allocation().orElse(start);
      double low = StrictMath.min(start, targets[i]) * (1 - TOLERANCE) - TINY;
      double high = StrictMath.max(has, targets[i]) * (1 + TOLERANCE) + TINY;
      if (after[i] < low || after[i] > high) {
        faults.add(fault(i, "step leaves the way to its target", after[i], targets[i]));
      }
      if (after[i] != start) {
        gain +=
            claim.weight()
                * StrictMath.log(StrictMath.max(TINY, after[i]) / StrictMath.max(TINY, start));
      }
    }
    if (gain < -TOLERANCE * StrictMath.max(1, after.length)) {
      faults.add(String.format(Locale.ROOT, "the step lowers the sum of w log x by %.9f", -gain));
    }
    if (sum > available * (1 + TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "allocations of %.6f exceed %.6f", sum, available));
    }
  }

  /** What the queue had, within today's demand, limit and reserve. */
  private static double startOf(Claim claim) {
    double has = claim.holding();
    double most = StrictMath.min(claim.demand(), claim.limit());
    return StrictMath.max(leastOf(claim), StrictMath.min(has, most));
  }

  private static double leastOf(Claim claim) {
    return StrictMath.min(claim.reserve(), StrictMath.min(claim.demand(), claim.limit()));
  }

  private static String fault(int i, String what, double value, double bound) {
    return String.format(Locale.ROOT, "queue %d: %s (%.6f, %.6f)", i, what, value, bound);
  }
}
