package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * Keeps every setting of one domain, adapter and session in force for another lease.
 *
 * @param authority on whose word
 */
public record LeaseRenewal(
    DomainId domain,
    Version version,
    AdapterId adapter,
    SessionId session,
    Instant at,
    long leaseMillis,
    Optional<Authority> authority)
    implements Order {
  public LeaseRenewal {
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
  }

  /** On nobody's word. */
  public LeaseRenewal(
      DomainId domain,
      Version version,
      AdapterId adapter,
      SessionId session,
      Instant at,
      long leaseMillis) {
    this(domain, version, adapter, session, at, leaseMillis, Optional.empty());
  }

  @Override
  public LeaseRenewal of(String manager) {
    return new LeaseRenewal(
        domain,
        version,
        adapter,
        session,
        at,
        leaseMillis,
        authority.map(given -> given.of(manager)));
  }
}
