package io.oasis.agent.latency;

import io.oasis.protocol.Check;

/**
 * How the detector works. The defaults were chosen for single latencies.
 *
 * @param bins of latency
 * @param pointsPerPeriod latencies (or means over some) that make a period
 * @param thresholdBins the least shift that is a request
 * @param lowerBaseBins the least shift downwards that makes the current period the base; the
 *     paper's rule is 1
 * @param mostBins the range of shifts that are tried, each way
 * @param blurBins how far one latency counts for the neighbouring bins
 */
public record DetectorConfig(
    LatencyBins bins,
    int pointsPerPeriod,
    int thresholdBins,
    int lowerBaseBins,
    int mostBins,
    int blurBins) {
  public static final DetectorConfig DEFAULT =
      new DetectorConfig(new LatencyBins.Logarithmic(1, 1.05, 380), 300, 6, 1, 60, 8);

  public DetectorConfig {
    Check.between("pointsPerPeriod", pointsPerPeriod, 2, 1_000_000);
    Check.between("mostBins", mostBins, 1, bins.count() - 1);
    Check.between("thresholdBins", thresholdBins, 1, mostBins);
    Check.between("lowerBaseBins", lowerBaseBins, 1, mostBins);
    Check.between("blurBins", blurBins, 0, bins.count() - 1);
  }
}
