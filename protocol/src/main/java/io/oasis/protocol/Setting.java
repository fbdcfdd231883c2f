package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * What an adapter shall make true for one queue: absolute, versioned, leased.
 *
 * @param adapter whom it is for
 * @param session the adapter's session it is for; any other session refuses it, so that a replayed
 *     or late record changes nothing
 * @param limit the limit over reads and writes together; absent means: let go
 * @param readShare part of the queue's cost that is reads, for targets that limit each direction
 * @param leaseMillis how long it holds without a renewal
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
    long leaseMillis)
    implements Message {
  public Setting {
    Check.fraction("readShare", readShare);
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
  }
}
