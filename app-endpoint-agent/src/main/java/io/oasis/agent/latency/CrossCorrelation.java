package io.oasis.agent.latency;

/** The shift in latency by which one distribution fits another best. */
public final class CrossCorrelation {
  private CrossCorrelation() {}

  /**
   * @param bins positive when the current latencies are higher
   * @param likeness of the distributions at that shift, from 0 to 1
   */
  public record Shift(int bins, double likeness) {}

  /**
   * The shift with the largest cross-correlation among {@code -mostBins} to {@code mostBins}; of
   * equal ones the smallest. Both histograms have the same bins.
   */
  public static Shift shift(
      LatencyHistogram base, LatencyHistogram current, int mostBins, int blur) {
    if (!base.bins().equals(current.bins())) {
      throw new IllegalArgumentException(
          "bins = " + current.bins() + ": must be those of the base, " + base.bins());
    }
    double[] before = base.blurred(blur);
    double[] now = current.blurred(blur);
    int best = 0;
    double most = at(before, now, 0);
    for (int distance = 1; distance <= mostBins; distance++) {
      for (int bins = -distance; bins <= distance; bins += 2 * distance) {
        double correlation = at(before, now, bins);
        if (correlation > most) {
          most = correlation;
          best = bins;
        }
      }
    }
    double norm = StrictMath.sqrt(at(before, before, 0) * at(now, now, 0));
    return new Shift(best, norm > 0 ? most / norm : 0);
  }

  private static double at(double[] base, double[] current, int shift) {
    double sum = 0;
    int from = StrictMath.max(0, -shift);
    int to = StrictMath.min(base.length, current.length - shift);
    for (int i = from; i < to; i++) {
      sum += base[i] * current[i + shift];
    }
    return sum;
  }
}
