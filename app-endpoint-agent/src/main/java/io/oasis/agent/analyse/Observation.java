package io.oasis.agent.analyse;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * One queue in one interval, and what surrounds it.
 *
 * @param done completions and bytes per second
 * @param outstanding mean number of its I/Os in flight; while its LUN answers nothing, its part of
 *     what waits there
 * @param pressure of its LUN
 * @param baseLatencyMicros of its LUN; 0 while unknown
 * @param limit in force for it, as far as the agent was told
 * @param mixed whether its LUN waited for a part of the interval and idled for the rest
 * @param alone whether no other queue of the LUN was active
 */
public record Observation(
    Bandwidth done,
    double outstanding,
    Pressure pressure,
    double baseLatencyMicros,
    Optional<RateBound> limit,
    boolean mixed,
    boolean alone) {
  /** So many operations of the size of the present ones. */
  Bandwidth atSize(double rate) {
    double present = done.iops().perSecond();
    double meanBytes = present == 0 ? 0 : done.bytesPerSecond().perSecond() / present;
    return Bandwidth.of(rate, rate * meanBytes);
  }
}
