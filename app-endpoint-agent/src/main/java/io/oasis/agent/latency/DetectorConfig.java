package io.oasis.agent.latency;

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
    require("pointsPerPeriod", pointsPerPeriod, 2, 1_000_000);
    require("mostBins", mostBins, 1, bins.count() - 1);
    require("thresholdBins", thresholdBins, 1, mostBins);
    require("lowerBaseBins", lowerBaseBins, 1, mostBins);
    require("blurBins", blurBins, 0, bins.count() - 1);
  }

  private static void require(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " = " + value + ": must be between " + least + " and " + most);
    }
  }
}
