package io.oasis.protocol;

import java.util.Optional;

/**
 * What the manager gives a queue: the answer to a request. Travels in a {@link GrantBatch}.
 *
 * @param bound the bandwidth granted; absent when the queue is not bounded
 * @param enforced whether the bound was pushed to a scheduler (false in OBSERVE and SHADOW)
 */
public record Grant(
    QueueId queue, Version version, Optional<RateBound> bound, boolean enforced, String reason) {
  public Grant {
    reason = Check.text("reason", reason);
  }
}
