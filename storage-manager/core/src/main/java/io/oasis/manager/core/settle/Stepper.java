package io.oasis.manager.core.settle;

import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;
import io.oasis.protocol.Decision.Bound;
import java.util.List;

/** Computes one damped step from what queues have towards their targets; see the package. */
public final class Stepper {
  /** Amounts below this count as this in the sum of logarithms. */
  private static final double TINY = 1e-9;

  /** Part by which sums may be off: far above what doubles round, far below any step. */
  private static final double TOLERANCE = 1e-9;

  private Stepper() {}

  /**
   * @param amounts what each queue has after the step
   * @param bounds whether the step, the dead band or the target decided it
   */
  public record Step(double[] amounts, List<Bound> bounds) {}

  /**
   * @param dampings of the claims, in the same order
   * @param gain part of the way to go, 0 to 1
   * @param interval number of this interval
   */
  public static Step step(
      Problem problem, Targets.Found targets, List<Damping> dampings, double gain, long interval) {
    double[] start = targets.selfDamped() ? holdings(problem) : feasibleToday(problem, targets);
    double part = targets.selfDamped() ? 1 : effectiveGain(problem, targets, start, gain);
    boolean nobodyWaits = targets.nobodyWaits();
    double[] uniform = new double[start.length];
    double[] calm = new double[start.length];
    Bound[] bounds = new Bound[start.length];
    boolean anyHeld = false;
    for (int i = 0; i < start.length; i++) {
      double target = targets.amounts()[i];
      uniform[i] = part == 1 ? target : start[i] + part * (target - start[i]);
      Claim claim = problem.claims().get(i);
      double has = claim.holding();
      boolean spare = nobodyWaits && has > target && has <= claim.limit();
      boolean held =
          claim.allocation().isPresent()
              && (spare
                  || has == start[i]
                      && uniform[i] != start[i]
                      && dampings.get(i).mustHold(start[i], uniform[i], interval));
      calm[i] = held ? has : uniform[i];
      anyHeld |= held;
      bounds[i] = held ? Bound.DEAD_BAND : moving(part, targets, i);
    }
    if (anyHeld && !keepsLaw(problem, start, calm, targets.selfDamped())) {
      for (int i = 0; i < start.length; i++) {
        bounds[i] = moving(part, targets, i);
      }
      return new Step(uniform, List.of(bounds));
    }
    return new Step(calm, List.of(bounds));
  }

  private static Bound moving(double part, Targets.Found targets, int i) {
    return part == 1 ? targets.bounds().get(i) : Bound.STEP;
  }

  private static double[] holdings(Problem problem) {
    return problem.claims().stream().mapToDouble(Claim::holding).toArray();
  }

  /**
   * What queues have, cut back to what is feasible today: nobody above its demand or limit or below
   * its reserve, and when the sum exceeds the capacity, those who have more than their target give
   * up the same part of what they have too much.
   */
  private static double[] feasibleToday(Problem problem, Targets.Found targets) {
    double[] start = new double[problem.claims().size()];
    double sum = 0;
    double tooMuch = 0;
    for (int i = 0; i < start.length; i++) {
      Claim claim = problem.claims().get(i);
      start[i] = StrictMath.max(claim.least(), StrictMath.min(claim.holding(), claim.most()));
      sum += start[i];
      tooMuch += StrictMath.max(0, start[i] - targets.amounts()[i]);
    }
    if (sum > problem.capacity() && tooMuch > 0) {
      double keep = StrictMath.max(0, 1 - (sum - problem.capacity()) / tooMuch);
      for (int i = 0; i < start.length; i++) {
        double target = targets.amounts()[i];
        start[i] = start[i] > target ? target + keep * (start[i] - target) : start[i];
      }
    }
    return start;
  }

  private static double effectiveGain(
      Problem problem, Targets.Found targets, double[] start, double gain) {
    double largest = 0;
    double furthest = 0;
    for (int i = 0; i < start.length; i++) {
      double gap = StrictMath.abs(targets.amounts()[i] - start[i]);
      largest = StrictMath.max(largest, gap);
      furthest = StrictMath.max(furthest, gap == 0 ? 0 : gap / start[i]);
    }
    if (furthest <= Stability.CLOSE) {
      return 1;
    }
    double part = StrictMath.max(gain, Stability.LEAST_STEP / furthest);
    double slew = Stability.SLEW * problem.capacity();
    return largest * part > slew ? slew / largest : part;
  }

  private static boolean keepsLaw(
      Problem problem, double[] start, double[] next, boolean selfDamped) {
    if (selfDamped) {
      return true;
    }
    double sum = 0;
    double gain = 0;
    for (int i = 0; i < next.length; i++) {
      sum += next[i];
      gain +=
          problem.claims().get(i).weight()
              * (StrictMath.log(StrictMath.max(TINY, next[i]))
                  - StrictMath.log(StrictMath.max(TINY, start[i])));
    }
    return sum <= problem.capacity() * (1 + TOLERANCE) && gain >= -TOLERANCE;
  }
}
