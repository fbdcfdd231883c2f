package io.oasis.manager.core.cache;

import java.util.OptionalDouble;

/**
 * "Convert request to hit ratio requirement" (OASIS, Algorithm 2).
 *
 * <p>Law: the mean is {@code R = h L_h + (1 - h) L_m}. Today's R and h give the cost of a miss,
 * {@code L_m = (R - h L_h) / (1 - h)}, and the wanted mean R' gives {@code h' = (L_m - R') / (L_m -
 * L_h)}.
 *
 * <p>Worked: hits at 0.1 ms, 70 % of them, mean 2.5 ms: misses take 8.1 ms. Wanted 1.7 ms: h' = 6.4
 * / 8.0 = 0.80.
 *
 * <p>Limit: it takes the whole shift for one of hits; when the misses themselves became slower, the
 * hit ratio it asks for makes up for that.
 */
public final class LatencyNeed {
  private LatencyNeed() {}

  /**
   * @param hitRatio of today, from 0 to 1
   * @param hitMicros what a hit takes, 0 when that is not known
   * @return the hit ratio for the wanted mean, at least today's; empty when cache cannot help
   */
  public static OptionalDouble hitRatio(
      double hitRatio, double currentMicros, double wantedMicros, double hitMicros) {
    if (hitRatio >= 1 || currentMicros <= 0 || wantedMicros >= currentMicros) {
      return OptionalDouble.empty();
    }
    double missMicros = (currentMicros - hitRatio * hitMicros) / (1 - hitRatio);
    if (missMicros <= hitMicros) {
      return OptionalDouble.empty();
    }
    double wanted = (missMicros - wantedMicros) / (missMicros - hitMicros);
    return OptionalDouble.of(StrictMath.max(hitRatio, StrictMath.min(1, wanted)));
  }
}
