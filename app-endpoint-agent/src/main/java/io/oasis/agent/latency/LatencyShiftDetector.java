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
  private LatencyHistogram base;
  private LatencyHistogram current;

  public LatencyShiftDetector(DetectorConfig config) {
    this.config = config;
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
    if (shift <= -config.lowerBaseBins()) {
      makeCurrentTheBase();
      return new Verdict.NewBase(shift, base.meanMicros());
    }
    if (shift >= config.thresholdBins()) {
      double mean = current.meanMicros();
      return new Verdict.Raised(shift, mean, config.bins().shifted(mean, -shift));
    }
    return new Verdict.Unchanged(shift);
  }

  private void makeCurrentTheBase() {
    LatencyHistogram emptied = base;
    base = current;
    current = emptied;
  }
}
