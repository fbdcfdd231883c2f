package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.DetectorConfig;
import io.oasis.agent.latency.LatencyShiftDetector;
import io.oasis.agent.latency.Verdict;

/** Takes latencies and raises alarms; starts again with a new base when told. */
interface Detector {
  /** Whether this latency raises an alarm. */
  boolean add(double micros);

  /** Makes the next period the base. */
  void restart();

  /** The production detector. */
  static Detector crossCorrelation(DetectorConfig config) {
    LatencyShiftDetector detector = new LatencyShiftDetector(config);
    return new Detector() {
      @Override
      public boolean add(double micros) {
        return detector.add(micros) instanceof Verdict.Raised;
      }

      @Override
      public void restart() {
        detector.restart();
      }
    };
  }

  /** Alarm when the mean of a period exceeds the base's by a part; a lower one is the new base. */
  static Detector meanThreshold(int pointsPerPeriod, double part, double lowerPart) {
    return new MeanThreshold(pointsPerPeriod, part, lowerPart);
  }

  /**
   * Page's cumulative sum (1954) over standardised logarithms: alarm when the sum of {@code z -
   * slack}, never below 0, exceeds the limit. The base period gives mean and deviation.
   */
  static Detector cusum(int pointsPerPeriod, double slack, double limit) {
    return new Cusum(pointsPerPeriod, slack, limit);
  }

  /** See {@link #meanThreshold}. */
  final class MeanThreshold implements Detector {
    private final int pointsPerPeriod;
    private final double part;
    private final double lowerPart;
    private double base = Double.NaN;
    private double sum;
    private int count;

    MeanThreshold(int pointsPerPeriod, double part, double lowerPart) {
      this.pointsPerPeriod = pointsPerPeriod;
      this.part = part;
      this.lowerPart = lowerPart;
    }

    @Override
    public boolean add(double micros) {
      sum += micros;
      if (++count < pointsPerPeriod) {
        return false;
      }
      double mean = sum / count;
      sum = 0;
      count = 0;
      if (Double.isNaN(base) || mean < base * (1 - lowerPart)) {
        base = mean;
        return false;
      }
      return mean > base * (1 + part);
    }

    @Override
    public void restart() {
      base = Double.NaN;
      sum = 0;
      count = 0;
    }
  }

  /** See {@link #cusum}. */
  final class Cusum implements Detector {
    private final int pointsPerPeriod;
    private final double slack;
    private final double limit;
    private int count;
    private double sum;
    private double squares;
    private double mean;
    private double deviation;
    private double above;

    Cusum(int pointsPerPeriod, double slack, double limit) {
      this.pointsPerPeriod = pointsPerPeriod;
      this.slack = slack;
      this.limit = limit;
    }

    @Override
    public boolean add(double micros) {
      double log = StrictMath.log(StrictMath.max(1e-3, micros));
      if (count < pointsPerPeriod) {
        sum += log;
        squares += log * log;
        if (++count == pointsPerPeriod) {
          mean = sum / count;
          deviation = StrictMath.sqrt(StrictMath.max(1e-6, squares / count - mean * mean));
        }
        return false;
      }
      above = StrictMath.max(0, above + (log - mean) / deviation - slack);
      if (above <= limit) {
        return false;
      }
      above = 0;
      return true;
    }

    @Override
    public void restart() {
      count = 0;
      sum = 0;
      squares = 0;
      above = 0;
    }
  }
}
