package io.oasis.manager.core.policy;

import io.oasis.protocol.Decision.Bound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The paper's own bandwidth policy: Algorithm 1 with the damping of section 3.4.3.
 *
 * <p>For each request B of application P: when P uses what it has ({@code A_P = U_P}) it is
 * allocated more; otherwise the system is resource-constrained and {@code A_i - A_i/A * U} is
 * revoked from all applications except P. Requests of one decision came at the same time, and it is
 * one system: when one of them finds it constrained it is so for all, and what two of them revoke,
 * each from the other, is revoked once. So none gains by its place in the message.
 *
 * <p>What the paper leaves open: {@code A_P = U_P} on measured numbers means usage of at least
 * {@link #USES_ALL} of the allocation, or of all but {@link #ONE_IO} of it; a request <em>sets</em>
 * the wanted total; of the missing amount the fraction {@code 1 - A/(2B)} is granted, so that a
 * high ratio of allocation to demand yields little and a low one much.
 *
 * <p>Its limits: where many ask, one that lacks keeps all others from more in that decision; it
 * sees only demand that shows as arrivals, so a starved closed loop stays starved; weights,
 * reserves and demands are not part of it; limits of guard rails are kept.
 */
public final class OasisPolicy implements Policy {
  public static final String NAME = "oasis";

  /** Usage of at least this part of the allocation counts as {@code A_P = U_P}. */
  static final double USES_ALL = 0.95;

  /** Part of an allocation that is granted at least: more than the dead band of 0.02. */
  static final double LEAST_STEP = 0.025;

  /** An I/O of 4 KiB a second: at 8 IOPS one more or less in an interval says nothing. */
  static final double ONE_IO = 1.04;

  @Override
  public String name() {
    return NAME;
  }

  /** The paper never estimates the capacity: revocations follow the usage (section 3.4.1). */
  @Override
  public boolean needsCapacity() {
    return false;
  }

  @Override
  public Targets decide(Problem problem) {
    List<Claim> claims = problem.claims();
    double[] amounts = answered(claims);
    Bound[] bounds = new Bound[claims.size()];
    Arrays.fill(bounds, Bound.RULE);
    for (int i = 0; i < amounts.length; i++) {
      double capped = StrictMath.max(0, StrictMath.min(amounts[i], claims.get(i).limit()));
      bounds[i] = capped < amounts[i] ? Bound.LIMIT : bounds[i];
      amounts[i] = capped;
    }
    return new Targets.Found(amounts, List.of(bounds), Optional.empty(), true);
  }

  private static double[] answered(List<Claim> claims) {
    double usage = 0;
    double allocated = 0;
    int requests = 0;
    boolean isConstrained = false;
    for (Claim claim : claims) {
      usage += claim.usage();
      allocated += claim.holding();
      if (claim.requested().isPresent()) {
        requests++;
        isConstrained |= !usesAll(claim.usage(), claim.holding());
      }
    }
    double keep = isConstrained && allocated > usage && usage > 0 ? usage / allocated : 1;
    double[] amounts = new double[claims.size()];
    for (int i = 0; i < amounts.length; i++) {
      Claim claim = claims.get(i);
      double has = claim.holding();
      boolean isSpared = requests == 1 && claim.requested().isPresent();
      double granted =
          isConstrained ? 0 : claim.requested().map(wants -> damped(has, wants)).orElse(0.0);
      amounts[i] = (isSpared ? has : keep * has) + granted;
    }
    return amounts;
  }

  /** {@code A_P = U_P}, as far as it can be told from whole I/Os of an interval. */
  static boolean usesAll(double usage, double has) {
    return usage >= StrictMath.min(USES_ALL * has, has - ONE_IO);
  }

  /**
   * How much of the missing amount is granted now (section 3.4.3); nothing when less is wanted. It
   * is at least {@link #LEAST_STEP}: smaller steps are not pushed, and a queue would grow for ever.
   */
  static double damped(double has, double wants) {
    double missing = wants - has;
    if (missing <= 0) {
      return 0;
    }
    return StrictMath.max(missing * (1 - has / (2 * wants)), LEAST_STEP * has);
  }
}
