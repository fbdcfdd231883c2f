package io.oasis.manager.core.policy;

import io.oasis.protocol.Decision.Bound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The paper's own bandwidth policy: Algorithm 1 with the damping of section 3.4.3.
 *
 * <p>For each request B of application P, in order: when P uses what it has ({@code A_P = U_P}) it
 * is allocated more; otherwise the system is resource-constrained and {@code A_i - A_i/A * U} is
 * revoked from all applications except P. A revocation from all is one factor, so a request costs
 * the same with two applications as with ten thousand.
 *
 * <p>What the paper leaves open: {@code A_P = U_P} on measured numbers means usage of at least
 * {@link #USES_ALL} of the allocation, or of all but {@link #ONE_IO} of it; a request <em>sets</em>
 * the wanted total; of the missing amount the fraction {@code 1 - A/(2B)} is granted, so that a
 * high ratio of allocation to demand yields little and a low one much.
 *
 * <p>Its limits: it sees only demand that shows as arrivals, so a starved closed loop stays
 * starved; weights, reserves and demands are not part of it; limits of guard rails are kept.
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
    double[] scaled = new double[claims.size()];
    Bound[] bounds = new Bound[claims.size()];
    Arrays.fill(bounds, Bound.RULE);
    double usage = 0;
    double allocated = 0;
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = claims.get(i).holding();
      usage += claims.get(i).usage();
      allocated += scaled[i];
    }
    double factor = 1;
    for (int i = 0; i < scaled.length; i++) {
      Claim claim = claims.get(i);
      if (claim.requested().isEmpty()) {
        continue;
      }
      double has = scaled[i] * factor;
      if (usesAll(claim.usage(), has)) {
        double granted = has + damped(has, claim.requested().get());
        allocated += granted - has;
        scaled[i] = granted / factor;
      } else if (allocated > usage && usage > 0) {
        double keep = usage / allocated;
        factor *= keep;
        scaled[i] = has / factor;
        allocated = (allocated - has) * keep + has;
      }
    }
    for (int i = 0; i < scaled.length; i++) {
      double amount = scaled[i] * factor;
      double capped = StrictMath.max(0, StrictMath.min(amount, claims.get(i).limit()));
      bounds[i] = capped < amount ? Bound.LIMIT : bounds[i];
      scaled[i] = capped;
    }
    return new Targets.Found(scaled, List.of(bounds), Optional.empty(), true);
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
