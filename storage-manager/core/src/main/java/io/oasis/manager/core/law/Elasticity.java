package io.oasis.manager.core.law;

/**
 * How much the rate of a queue gives way when the latency rises: minus the slope of log rate over
 * log latency, by least squares in which older intervals count less. 1 for a fixed number of I/Os
 * outstanding, 0 for requests that come whatever the latency.
 */
final class Elasticity {
  /** Weight of an interval against the next: about 33 of them count. */
  private static final double MEMORY = 0.97;

  /** So many intervals, counted with their weight, before anything is said. */
  private static final double LEAST_INTERVALS = 12;

  /** No error is smaller: intervals are not independent. */
  private static final double LEAST_ERROR = 0.1;

  /**
   * Latencies that differ by this factor are not of one device with one company, as a logarithm.
   */
  private static final double ANOTHER = StrictMath.log(8);

  /** So many I/Os of an interval tell something. */
  private static final double FEWEST = 2;

  /** Limits have been gone for so long that nothing of them is left, in seconds. */
  private static final double OPEN_SECONDS = 1;

  /** Who has been there for less is not yet at its rate, in seconds. */
  private static final double SETTLED_SECONDS = 0.7;

  private double count;
  private double meanRate;
  private double meanLatency;
  private double covariance;
  private double latencySquares;
  private double rateSquares;

  /**
   * @param value how elastic
   * @param error of one standard deviation
   */
  record Estimate(double value, double error) {
    /** Both together, each by its weight. */
    Estimate and(Estimate other) {
      double own = 1 / (error * error);
      double others = 1 / (other.error * other.error);
      return new Estimate(
          (value * own + other.value * others) / (own + others), 1 / StrictMath.sqrt(own + others));
    }
  }

  /**
   * Sees how rates give way to latency, which only is what it seems while nobody is limited: in the
   * interval before, as who stops was there for a part of its last one only.
   */
  static void learn(Situation at) {
    double latency = at.history.latencyBefore();
    double open = at.seconds() - at.length() - at.freedAt();
    for (Taker taker : at.takers()) {
      double there = taker.isActive ? taker.activeSeconds(at.seconds()) - at.length() : 0;
      double stays = taker.now * at.length();
      boolean isCounted = StrictMath.min(at.history.countBefore(taker.rates), stays) >= FEWEST;
      if (latency > 0 && open > OPEN_SECONDS && there > SETTLED_SECONDS && isCounted) {
        taker.elasticity.see(at.history.rateBefore(taker.rates), latency);
      }
    }
  }

  void see(double perSecond, double latencySeconds) {
    double rate = StrictMath.log(perSecond);
    double latency = StrictMath.log(latencySeconds);
    if (StrictMath.abs(latency - meanLatency) > ANOTHER) {
      forget();
    }
    count = count * MEMORY + 1;
    meanRate += (rate - meanRate) / count;
    meanLatency += (latency - meanLatency) / count;
    double byRate = rate - meanRate;
    double byLatency = latency - meanLatency;
    covariance = covariance * MEMORY + byRate * byLatency;
    latencySquares = latencySquares * MEMORY + byLatency * byLatency;
    rateSquares = rateSquares * MEMORY + byRate * byRate;
  }

  private void forget() {
    count = 0;
    meanRate = 0;
    meanLatency = 0;
    covariance = 0;
    latencySquares = 0;
    rateSquares = 0;
  }

  /** Whether the latency has moved by this part (standard deviation) while it was looked at. */
  boolean isMeasured(double part) {
    return count > LEAST_INTERVALS && latencySquares / count > part * part;
  }

  Estimate estimate() {
    double slope = covariance / latencySquares;
    double residual = StrictMath.max(0, rateSquares - slope * covariance);
    double error = StrictMath.sqrt(residual / latencySquares / count);
    return new Estimate(-slope, StrictMath.max(LEAST_ERROR, error));
  }
}
