package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A controller of a domain starts: how it works and what it remembers. What it is given from then
 * on follows as {@link Journal}.
 *
 * @param initialMode of a domain nobody has spoken of
 * @param initialPolicy of a domain nobody has spoken of
 * @param remembered absent for a new domain
 */
public record JournalStart(
    DomainId domain,
    Instant at,
    long intervalMillis,
    long leaseMillis,
    Mode initialMode,
    String initialPolicy,
    Optional<Remembered> remembered,
    List<RememberedQueue> queues)
    implements OfDomain {
  /**
   * What was kept of the domain; the capacity in cost per second.
   *
   * @param hosts what their names count for; absent while the domain is new
   */
  public record Remembered(
      Version version,
      GuardRails rails,
      double capacityCenter,
      double capacityDeviation,
      double capacityLower,
      Optional<List<HostStanding>> hosts) {}

  /**
   * What was kept of a queue.
   *
   * @param allocation cost per second; absent when it was not limited
   */
  public record RememberedQueue(
      QueueId queue, Optional<Double> allocation, double meanBytes, double readShare) {}

  public JournalStart {
    Check.between("intervalMillis", intervalMillis, 1, Integer.MAX_VALUE);
    Check.between("leaseMillis", leaseMillis, 1, Integer.MAX_VALUE);
    Check.id("initialPolicy", initialPolicy);
    queues = Check.list("queues", queues, 100_000);
  }
}
