package io.oasis.protocol;

import java.time.Instant;

/**
 * An adapter's heartbeat for one domain, once a second.
 *
 * @param session settings must name it
 * @param highestVersion the highest that it has ever seen for this domain, its journal included: a
 *     manager goes on above it
 * @param limitsInForce how many queues of the domain it limits now
 * @param target the kind of scheduler it drives, such as {@code cgroup-v1}
 * @param minIops the smallest limit its target can hold
 */
public record AdapterStatus(
    AdapterId adapter,
    SessionId session,
    DomainId domain,
    Instant at,
    Version highestVersion,
    int limitsInForce,
    String target,
    double minIops)
    implements OfDomain {
  public AdapterStatus {
    Check.id("target", target);
    Check.between("limitsInForce", limitsInForce, 0, 1_000_000);
    Check.notNegative("minIops", minIops);
  }
}
