package io.oasis.manager.core.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks a split without the code that made it: it fits, and keeps reserves and limits. */
public final class CacheVerifier {
  private CacheVerifier() {}

  /** What must hold of every split, whatever the policy. */
  public static List<String> bounds(CacheProblem problem, double[] bytes) {
    List<String> faults = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < bytes.length; i++) {
      CacheClaim claim = problem.claims().get(i);
      sum += bytes[i];
      if (!(bytes[i] >= claim.reserveBytes() * (1 - 1e-9))) {
        faults.add(text("partition %d: %.0f bytes are under its reserve", i, bytes[i]));
      }
      if (bytes[i] > claim.limitBytes() * (1 + 1e-9)) {
        faults.add(text("partition %d: %.0f bytes are above its limit", i, bytes[i]));
      }
    }
    if (sum > problem.capacityBytes() * (1 + 1e-9)) {
      faults.add(text("%.0f bytes together exceed %.0f", sum, problem.capacityBytes()));
    }
    return faults;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
