package io.oasis.manager.core.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The paper's Algorithm 2 with the damping of section 3.4.3.
 *
 * <p>Law: a request of application P for C more cache is met from what is available; the rest is
 * revoked from the others, {@code A_i / (A - A_P) x C} from each, and allocated to P. What one
 * loses another gains, so the sum of changes is zero.
 *
 * <p>What the paper leaves open: of the missing C the fraction {@code 1 - A_P / (A_P + C)} is
 * granted, so "if the allocation to demand ratio of an application is high, then the application
 * will receive a lot less". A new partition has nothing and gets all of its first request. What
 * each of several requests of one decision is granted follows from what all had before it: two that
 * want 100 of 150 MB and have 80 and 70 are granted 4 and 9, and have 75 each. Reserves and limits,
 * which the paper does not have, are kept: what a reserve protects is revoked from the rest.
 *
 * <p>Its limits: it grants what is asked, not what is fair; two partitions that each want 100 of
 * 150 and ask by turns go to and fro around 75 for ever, by {@code 25 x 25 / 100 = 6}.
 */
public final class OasisCachePolicy implements CachePolicy {
  public static final String NAME = "oasis";

  /** Less than this part of the capacity is not worth a revocation. */
  private static final double TINY = 1e-9;

  @Override
  public String name() {
    return NAME;
  }

  /**
   * All of the most recent period (section 3.4.2): the hit ratio is "a slowly-changing statistical
   * measure" (section 4.3).
   */
  @Override
  public double memoryAccesses(double inPeriod) {
    return inPeriod;
  }

  @Override
  public CacheSizes decide(CacheProblem problem) {
    List<CacheClaim> claims = problem.claims();
    double[] sizes = claims.stream().mapToDouble(CacheClaim::holdingBytes).toArray();
    String[] reasons = new String[sizes.length];
    Arrays.fill(reasons, "asked for nothing and keeps what it has");
    fit(problem, sizes);
    double[] extra = new double[sizes.length];
    for (int p = 0; p < sizes.length; p++) {
      CacheClaim claim = claims.get(p);
      double most = StrictMath.min(claim.limitBytes(), problem.capacityBytes());
      double wanted = StrictMath.min(claim.wantedBytes().orElse(0.0), most);
      extra[p] = wanted > sizes[p] ? damped(sizes[p], wanted) : 0;
    }
    for (int p = 0; p < sizes.length; p++) {
      if (extra[p] > 0) {
        serve(problem, sizes, reasons, p, extra[p]);
      }
    }
    return new CacheSizes.Found(sizes, new ArrayList<>(List.of(reasons)), Optional.empty(), true);
  }

  /** How much of what is missing is granted now (section 3.4.3). */
  static double damped(double has, double wants) {
    return (wants - has) * (1 - has / wants);
  }

  private static void serve(
      CacheProblem problem, double[] sizes, String[] reasons, int p, double extra) {
    double available = problem.capacityBytes() - sum(sizes);
    double missing = extra - StrictMath.max(0, available);
    double revoked = missing > 0 ? revoke(problem.claims(), sizes, reasons, p, missing) : 0;
    double granted = missing > 0 ? extra - missing + revoked : extra;
    sizes[p] += granted;
    reasons[p] =
        text(
            "asked for lower latency: granted %.1f MB, %.1f MB of it revoked from the others",
            granted / 1e6, revoked / 1e6);
  }

  /** Revokes {@code A_i / (A - A_P) x missing} from all but p; answers with what could be had. */
  private static double revoke(
      List<CacheClaim> claims, double[] sizes, String[] reasons, int p, double missing) {
    double left = missing;
    double tiny = TINY * missing;
    boolean moved = true;
    while (left > tiny && moved) {
      double others = 0;
      for (int i = 0; i < sizes.length; i++) {
        others += i != p && sizes[i] > claims.get(i).reserveBytes() ? sizes[i] : 0;
      }
      double share = others > 0 ? StrictMath.min(1, left / others) : 0;
      moved = false;
      for (int i = 0; i < sizes.length; i++) {
        double spare = sizes[i] - claims.get(i).reserveBytes();
        if (i != p && spare > 0) {
          double taken = StrictMath.min(spare, sizes[i] * share);
          sizes[i] -= taken;
          left -= taken;
          moved |= taken > 0;
          reasons[i] = "revoked in proportion to its size for another that asked";
        }
      }
    }
    return missing - StrictMath.max(0, left);
  }

  /**
   * A cache that became smaller, or a reserve that was raised: everybody gives by the same part.
   */
  private static void fit(CacheProblem problem, double[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      sizes[i] = StrictMath.max(claim.reserveBytes(), StrictMath.min(sizes[i], claim.limitBytes()));
    }
    double sum = sum(sizes);
    if (sum > problem.capacityBytes()) {
      double part = problem.capacityBytes() / sum;
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] *= part;
      }
    }
  }

  private static double sum(double[] sizes) {
    return Arrays.stream(sizes).sum();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
