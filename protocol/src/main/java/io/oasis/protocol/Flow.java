package io.oasis.protocol;

/**
 * One direction (reads or writes) of a queue or a LUN over an interval.
 *
 * @param arrivalsPerSecond I/Os that entered the block layer
 * @param completionsPerSecond I/Os that finished (where only dispatch is counted: were dispatched)
 * @param bytesPerSecond bytes of the completions
 * @param meanLatencyMicros mean time from arrival to completion; 0 when nothing completed
 */
public record Flow(
    double arrivalsPerSecond,
    double completionsPerSecond,
    double bytesPerSecond,
    double meanLatencyMicros) {
  public static final Flow NONE = new Flow(0, 0, 0, 0);

  public Flow {
    Check.measured("arrivalsPerSecond", arrivalsPerSecond);
    Check.measured("completionsPerSecond", completionsPerSecond);
    Check.measured("bytesPerSecond", bytesPerSecond);
    Check.measured("meanLatencyMicros", meanLatencyMicros);
  }

  /** Mean latency of both, weighted by completions; 0 when nothing completed. */
  double meanLatencyMicrosWith(Flow other) {
    double completions = completionsPerSecond + other.completionsPerSecond;
    return completions == 0
        ? 0
        : (meanLatencyMicros * completionsPerSecond
                + other.meanLatencyMicros * other.completionsPerSecond)
            / completions;
  }
}
