package io.oasis.protocol;

/**
 * What a whole LUN did during an interval. An agent sends it after the requests of the LUN's queues
 * of the same sequence, so it also says that the interval is complete.
 *
 * @param outstanding mean number of I/Os in flight at the device
 * @param utilisation part of the interval during which at least one I/O was in flight, 0 to 1
 * @param baseLatencyMicros mean latency of this LUN when nothing waits; 0 while unknown
 * @param pressure whether more depth still buys throughput here; the agent's finding of this
 *     interval
 * @param queues how many requests of this sequence belong to the LUN
 */
public record LunReport(
    LunInterval interval,
    Flow reads,
    Flow writes,
    double outstanding,
    double utilisation,
    double baseLatencyMicros,
    Pressure pressure,
    int queues)
    implements OfDomain {
  /** Whether a device still answers more outstanding I/O with more throughput. */
  public enum Pressure {
    /** It had idle moments, or throughput grows with depth: nobody is held back by a neighbour. */
    RELAXED,
    /** Throughput no longer grows with depth (the knee is passed): whoever wants more must wait. */
    SATURATED
  }

  public LunReport {
    Check.measured("outstanding", outstanding);
    Check.fraction("utilisation", utilisation);
    Check.measured("baseLatencyMicros", baseLatencyMicros);
    Check.between("queues", queues, 0, 1_000_000);
  }

  /** The same, sent to another domain. */
  public LunReport in(DomainId other) {
    return new LunReport(
        interval.in(other),
        reads,
        writes,
        outstanding,
        utilisation,
        baseLatencyMicros,
        pressure,
        queues);
  }

  @Override
  public DomainId domain() {
    return interval.domain();
  }

  public double completionsPerSecond() {
    return reads.completionsPerSecond() + writes.completionsPerSecond();
  }

  public double bytesPerSecond() {
    return reads.bytesPerSecond() + writes.bytesPerSecond();
  }

  /** Mean latency over both directions, weighted by completions; 0 when nothing completed. */
  public double meanLatencyMicros() {
    return reads.meanLatencyMicrosWith(writes);
  }
}
