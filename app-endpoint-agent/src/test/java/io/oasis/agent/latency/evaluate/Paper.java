package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.DetectorConfig;
import io.oasis.agent.latency.LatencyShiftDetector;
import io.oasis.agent.latency.Verdict;

/** The detector of OASIS, section 3.3.2, over so many means of a second a period. */
final class Paper implements Rival {
  private final LatencyShiftDetector detector;

  Paper(int period) {
    DetectorConfig defaults = DetectorConfig.DEFAULT;
    detector =
        new LatencyShiftDetector(
            new DetectorConfig(
                defaults.bins(),
                period,
                defaults.thresholdBins(),
                defaults.lowerBaseBins(),
                defaults.mostBins(),
                defaults.blurBins()));
  }

  @Override
  public int settings() {
    return 1;
  }

  @Override
  public void add(long second, Second did, boolean[] told) {
    told[0] = did.reads() > 0 && detector.add(did.micros()) instanceof Verdict.Raised;
  }
}
