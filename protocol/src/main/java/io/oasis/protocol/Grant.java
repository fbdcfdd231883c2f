package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * What the manager gives a queue: the answer to a request.
 *
 * @param bound the bandwidth granted; absent when the queue is not bounded
 * @param enforced whether the bound was pushed to a scheduler (false in OBSERVE and SHADOW)
 */
public record Grant(
    QueueId queue,
    DomainId domain,
    Version version,
    Instant at,
    Optional<RateBound> bound,
    boolean enforced,
    String reason)
    implements Message {
  public Grant {
    Check.text("reason", reason);
  }
}
