package io.oasis.manager.core.receipt;

/**
 * What one queue did in an interval.
 *
 * @param completions I/Os
 * @param latencyMicros as the agent measured it
 * @param outstanding in flight where the agent counts
 * @param busy part of the interval in which its LUN had any I/O in flight, there
 * @param baseMicros what an I/O takes when nothing waits; 0 while unknown
 * @param limit what our limit does to it
 */
public record Interval(
    double completions,
    double perSecond,
    double latencyMicros,
    double outstanding,
    double busy,
    double baseMicros,
    Limit limit) {
  /** What a limit does to a queue. */
  public enum Limit {
    /** None is in force. */
    NONE,
    /** It wants no more than it may have. */
    SLACK,
    /** Holds it back above the agent's counters, as the kernel's throttle does. */
    ABOVE,
    /** Holds it back below them: in an array, SPDK, QEMU or a brick. */
    BELOW
  }

  /** Its I/Os in the domain, on average, when each takes so long there (Little). */
  double mean(double inDomainMicros) {
    return perSecond * inDomainMicros / 1e6;
  }

  /**
   * The same while there are any, which is what its own I/Os find with themselves: those that come
   * in bursts find the burst. A limit in an array lets them in evenly, and hides when there are
   * any.
   */
  double whenAny(double inDomainMicros) {
    double evenly = limit == Limit.BELOW || busy <= 0 ? 1 : StrictMath.min(1, busy);
    return mean(inDomainMicros) / evenly;
  }
}
