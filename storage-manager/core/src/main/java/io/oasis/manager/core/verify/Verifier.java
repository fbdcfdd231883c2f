package io.oasis.manager.core.verify;

import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.QueueDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks a whole decision (a snapshot) by its certificate alone, in O(n).
 *
 * <p>Law: with the price p, every queue's target T has {@code w/T = p} in the interior, {@code w/T
 * >= p} where its demand or cap binds, {@code w/T <= p} where its floor binds; floors, caps and
 * demands are kept; the targets do not exceed the capacity, and use all of it when p > 0. The step
 * lies between what the queue had (cut back to what is feasible) and its target, and does not lower
 * the sum of {@code w log x}; while nobody waits (p = 0) a queue may keep more than it needs.
 */
public final class Verifier {
  private static final double TOLERANCE = 1e-6;
  private static final double TINY = 1e-9;

  private Verifier() {}

  /**
   * @param available what was shared out, in cost per second
   * @return what does not hold; empty when the decision is sound
   */
  public static List<String> check(Decision decision, double available) {
    List<String> faults = new ArrayList<>();
    if (!decision.snapshot() || decision.queues().size() != decision.totalQueues()) {
      faults.add("not a whole decision: only snapshots can be checked");
      return faults;
    }
    List<QueueDecision> shared =
        decision.queues().stream()
            .filter(queue -> queue.targetBound() != Decision.Bound.EXCLUDED)
            .toList();
    decision.price().ifPresent(price -> checkTargets(shared, price, available, faults));
    if (decision.price().isPresent()) {
      checkStep(shared, available, faults);
    }
    return faults;
  }

  private static void checkTargets(
      List<QueueDecision> queues, double price, double available, List<String> faults) {
    double sum = 0;
    for (QueueDecision queue : queues) {
      sum += queue.target();
      double most = mostOf(queue);
      double least = leastOf(queue);
      if (queue.target() > most * (1 + TOLERANCE) + TINY) {
        faults.add(fault(queue, "target above its demand or cap", queue.target(), most));
      }
      if (queue.target() < least * (1 - TOLERANCE) - TINY) {
        faults.add(fault(queue, "target below its floor", queue.target(), least));
      }
      checkPrice(queue, price, most, least, faults);
    }
    if (sum > available * (1 + TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "targets of %.6f exceed %.6f", sum, available));
    }
    if (price > 0 && sum < available * (1 - TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "targets of %.6f leave part of %.6f", sum, available));
    }
  }

  private static void checkPrice(
      QueueDecision queue, double price, double most, double least, List<String> faults) {
    if (queue.target() <= TINY) {
      return;
    }
    double marginal = queue.weight() / queue.target();
    boolean atMost = queue.target() >= most * (1 - TOLERANCE);
    boolean atLeast = queue.target() <= least * (1 + TOLERANCE);
    if (!atMost && marginal > price * (1 + TOLERANCE)) {
      faults.add(fault(queue, "worth more than the price, yet not given more", marginal, price));
    }
    if (!atLeast && marginal < price * (1 - TOLERANCE)) {
      faults.add(fault(queue, "worth less than the price, yet given so much", marginal, price));
    }
  }

  private static void checkStep(List<QueueDecision> queues, double available, List<String> faults) {
    double before = 0;
    double floors = 0;
    double after = 0;
    for (QueueDecision queue : queues) {
      before += startOf(queue);
      floors += leastOf(queue);
      after += queue.after().orElse(queue.target());
    }
    double keep =
        before > available ? StrictMath.max(0, available - floors) / (before - floors) : 1;
    double gain = 0;
    for (QueueDecision queue : queues) {
      double start = leastOf(queue) + keep * (startOf(queue) - leastOf(queue));
      double next = queue.after().orElse(queue.target());
      double has = queue.before().orElse(start);
      double low = StrictMath.min(start, queue.target()) * (1 - TOLERANCE) - TINY;
      double high = StrictMath.max(has, queue.target()) * (1 + TOLERANCE) + TINY;
      if (next < low || next > high) {
        faults.add(fault(queue, "step leaves the way to its target", next, queue.target()));
      }
      gain +=
          queue.weight()
              * (StrictMath.log(StrictMath.max(TINY, next))
                  - StrictMath.log(StrictMath.max(TINY, start)));
    }
    if (gain < -TOLERANCE * StrictMath.max(1, queues.size())) {
      faults.add(String.format(Locale.ROOT, "the step lowers the sum of w log x by %.9f", -gain));
    }
    if (after > available * (1 + TOLERANCE)) {
      faults.add(String.format(Locale.ROOT, "allocations of %.6f exceed %.6f", after, available));
    }
  }

  /** What the queue had, within today's demand, cap and floor. */
  private static double startOf(QueueDecision queue) {
    double has = queue.before().orElse(queue.usage());
    return StrictMath.max(leastOf(queue), StrictMath.min(has, mostOf(queue)));
  }

  private static double leastOf(QueueDecision queue) {
    return StrictMath.min(queue.floor(), mostOf(queue));
  }

  private static double mostOf(QueueDecision queue) {
    return StrictMath.min(queue.demand().orElse(Double.POSITIVE_INFINITY), capOf(queue));
  }

  private static double capOf(QueueDecision queue) {
    return queue.cap().orElse(Double.POSITIVE_INFINITY);
  }

  private static String fault(QueueDecision queue, String what, double value, double bound) {
    return String.format(Locale.ROOT, "%s: %s (%.6f, %.6f)", queue.queue(), what, value, bound);
  }
}
