package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.DetectorConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One kind of detector on one stream: a point for each of its thresholds.
 *
 * @param detector its kind
 * @param points in the order of thresholds
 */
record Curve(String detector, List<Point> points) {
  /** The thresholds of the mean, as parts of the base. */
  private static final double[] MEAN_PARTS = {0.05, 0.1, 0.16, 0.22, 0.28, 0.34, 0.5};

  private static final int[] SHIFT_BINS = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final double[] CUSUM_LIMITS = {5, 7, 10, 14, 20, 28, 40};

  /** Deviations that CUSUM forgives each point. */
  static final double CUSUM_SLACK = 0.25;

  record Point(double threshold, Measured measured) {}

  static List<Curve> of(Latencies stream, int runs, long seed) {
    int period = DetectorConfig.DEFAULT.pointsPerPeriod();
    List<Point> shifts = new ArrayList<>();
    for (int bins : SHIFT_BINS) {
      shifts.add(point(stream, bins, () -> shift(period, bins), runs, seed));
    }
    List<Point> means = new ArrayList<>();
    for (double part : MEAN_PARTS) {
      means.add(point(stream, part, () -> mean(part), runs, seed));
    }
    List<Point> cusums = new ArrayList<>();
    for (double limit : CUSUM_LIMITS) {
      cusums.add(point(stream, limit, () -> cusum(limit), runs, seed));
    }
    return List.of(
        new Curve("cross-correlation", shifts),
        new Curve("mean", means),
        new Curve("CUSUM", cusums));
  }

  private static Point point(
      Latencies stream, double threshold, Supplier<Detector> detectors, int runs, long seed) {
    int period = DetectorConfig.DEFAULT.pointsPerPeriod();
    return new Point(threshold, Measured.of(stream, detectors, period, runs, seed));
  }

  static Detector shift(int period, int thresholdBins) {
    DetectorConfig defaults = DetectorConfig.DEFAULT;
    return Detector.crossCorrelation(
        new DetectorConfig(
            defaults.bins(),
            period,
            thresholdBins,
            defaults.lowerBaseBins(),
            defaults.mostBins(),
            defaults.blurBins()));
  }

  static Detector mean(double part) {
    return Detector.meanThreshold(DetectorConfig.DEFAULT.pointsPerPeriod(), part, 0);
  }

  static Detector cusum(double limit) {
    return Detector.cusum(DetectorConfig.DEFAULT.pointsPerPeriod(), CUSUM_SLACK, limit);
  }
}
