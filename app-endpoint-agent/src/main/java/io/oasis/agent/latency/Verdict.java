package io.oasis.agent.latency;

/** What the detector says of a latency that it was given. */
public sealed interface Verdict {
  /** The period is not complete. */
  record Collecting() implements Verdict {}

  /** The first period is complete: it is the base. */
  record FirstBase(double meanMicros) implements Verdict {}

  /** A shift, if any, under the threshold. */
  record Unchanged(int shiftBins) implements Verdict {}

  /** The current period had lower latency than the base, and is now the base. */
  record NewBase(int shiftBins, double meanMicros) implements Verdict {}

  /**
   * The latency has risen: a latency request.
   *
   * @param shiftBins at least the threshold
   * @param currentMicros the mean of the current period
   * @param wantedMicros what that mean would be without the shift
   */
  record Raised(int shiftBins, double currentMicros, double wantedMicros) implements Verdict {}
}
