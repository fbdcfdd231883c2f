package io.oasis.adapter.plan;

import io.oasis.protocol.AdapterId;
import java.time.Duration;

/**
 * How an adapter's core works.
 *
 * @param target the kind of scheduler it drives
 * @param ofBoth whether it limits reads and writes together
 * @param grainIops it lets whole multiples of this many operations per second pass, and forgets the
 *     rest of a limit
 * @param steps it holds whole multiples of these
 * @param lease the longest a limit stays without word from the manager
 * @param repeat how often an outcome in force is told again
 * @param status how often each domain's heartbeat is sent
 */
public record AdapterConfig(
    AdapterId adapter,
    String target,
    boolean ofBoth,
    int grainIops,
    Steps steps,
    Duration lease,
    Duration repeat,
    Duration status) {
  /** With the times that the protocol's documentation promises. */
  public static AdapterConfig of(AdapterId adapter, String target, Duration lease) {
    return new AdapterConfig(
        adapter,
        target,
        false,
        1,
        Steps.WHOLE,
        lease,
        Duration.ofSeconds(5),
        Duration.ofSeconds(1));
  }

  /** The same, for a target that limits reads and writes together. */
  public AdapterConfig forBoth(Steps steps) {
    return new AdapterConfig(adapter, target, true, grainIops, steps, lease, repeat, status);
  }

  /** The same, for a target that lets operations pass in slices of time. */
  public AdapterConfig withGrain(int iops) {
    return new AdapterConfig(adapter, target, ofBoth, iops, steps, lease, repeat, status);
  }
}
