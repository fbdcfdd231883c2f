package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * What an adapter shall make true for one queue: absolute, versioned, leased.
 *
 * <p>The limit alone already holds what reserve and weight promise, as far as the manager can see
 * to it once an interval. A scheduler that arbitrates from one I/O to the next does so by reserve
 * and weight too; one that cannot ignores them.
 *
 * @param adapter whom it is for
 * @param session the adapter's session it is for; any other session refuses it, so that a replayed
 *     or late record changes nothing
 * @param limit the limit over reads and writes together; absent means: let go
 * @param readShare part of the queue's cost that is reads, for targets that limit each direction
 * @param leaseMillis how long it holds without a renewal
 * @param reserve floor: what it gets when it asks for it; absent: none
 * @param weight relative importance; absent: 1
 */
public record Setting(
    QueueId queue,
    DomainId domain,
    Version version,
    AdapterId adapter,
    SessionId session,
    Instant at,
    Optional<RateBound> limit,
    double readShare,
    long leaseMillis,
    Optional<RateBound> reserve,
    Optional<Double> weight)
    implements Message {
  public Setting {
    Check.fraction("readShare", readShare);
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
    weight.ifPresent(GuardRails.GuardRail::checkWeight);
  }

  /** Without reserve and weight. */
  public Setting(
      QueueId queue,
      DomainId domain,
      Version version,
      AdapterId adapter,
      SessionId session,
      Instant at,
      Optional<RateBound> limit,
      double readShare,
      long leaseMillis) {
    this(
        queue,
        domain,
        version,
        adapter,
        session,
        at,
        limit,
        readShare,
        leaseMillis,
        Optional.empty(),
        Optional.empty());
  }
}
