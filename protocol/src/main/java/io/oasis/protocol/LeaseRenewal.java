package io.oasis.protocol;

import java.time.Instant;

/** Keeps every setting of one domain, adapter and session in force for another lease. */
public record LeaseRenewal(
    DomainId domain,
    Version version,
    AdapterId adapter,
    SessionId session,
    Instant at,
    long leaseMillis)
    implements OfDomain {
  public LeaseRenewal {
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
  }
}
