package io.oasis.agent.latency;

/**
 * Compares each period of latencies of one queue with a base period, as the paper says (OASIS,
 * section 3.3.2). A reference: what an agent runs is {@link EvidenceDetector}.
 *
 * <p>Within a period the order of latencies changes nothing. Not thread-safe.
 */
public final class LatencyShiftDetector {
  private static final Verdict COLLECTING = new Verdict.Collecting();

  private final DetectorConfig config;
  private final boolean byMeans;
  private LatencyHistogram base;
  private LatencyHistogram current;

  public LatencyShiftDetector(DetectorConfig config) {
    this(config, false);
  }

  /**
   * @param byMeans whether a period is the new base only if its mean, too, is lower, and what is
   *     asked for is the mean of the base; else shifts alone decide both
   */
  LatencyShiftDetector(DetectorConfig config, boolean byMeans) {
    this.config = config;
    this.byMeans = byMeans;
    base = new LatencyHistogram(config.bins());
    current = new LatencyHistogram(config.bins());
  }

  /** Takes one latency; says something when it completes a period. */
  public Verdict add(double micros) {
    current.add(micros);
    if (current.total() < config.pointsPerPeriod()) {
      return COLLECTING;
    }
    Verdict verdict = compare();
    current.clear();
    return verdict;
  }

  private Verdict compare() {
    if (base.total() == 0) {
      makeCurrentTheBase();
      return new Verdict.FirstBase(base.meanMicros());
    }
    int shift = CrossCorrelation.shift(base, current, config.mostBins(), config.blurBins()).bins();
    double mean = current.meanMicros();
    boolean isLower = !byMeans || mean < base.meanMicros();
    if (shift <= -config.lowerBaseBins() && isLower) {
      makeCurrentTheBase();
      return new Verdict.NewBase(shift, base.meanMicros());
    }
    boolean isHigher = !byMeans || mean > base.meanMicros();
    if (shift >= config.thresholdBins() && isHigher) {
      double wanted = byMeans ? base.meanMicros() : config.bins().shifted(mean, -shift);
      return new Verdict.Raised(shift, mean, wanted);
    }
    return new Verdict.Unchanged(shift);
  }

  private void makeCurrentTheBase() {
    LatencyHistogram emptied = base;
    base = current;
    current = emptied;
  }
}
