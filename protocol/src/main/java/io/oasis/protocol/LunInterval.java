package io.oasis.protocol;

import java.time.Instant;

/**
 * An interval in which an agent measured a LUN.
 *
 * @param domain the domain the agent proposes, or the one the manager last told it
 * @param sequence grows by one with each interval of the agent
 * @param at its end
 * @param millis its length
 */
public record LunInterval(
    DomainId domain, LunId lun, HostId host, long sequence, Instant at, long millis) {
  /** One that is longer says nothing any more. */
  static final long MOST_MILLIS = 3_600_000;

  public LunInterval {
    Check.notNegative("sequence", sequence);
    Check.between("millis", millis, 1, MOST_MILLIS);
  }

  /** The same, told to another domain. */
  LunInterval in(DomainId other) {
    return new LunInterval(other, lun, host, sequence, at, millis);
  }
}
