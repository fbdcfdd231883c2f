package io.oasis.agent.request;

import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest grant of each queue of this host.
 *
 * <p>Law: a grant is taken when its version is newer than the one that is there, or when it was
 * given later: a manager that lost everything starts again with low versions. So a replayed or late
 * record changes nothing.
 */
public final class Grants {
  /** Grants of queues that are long gone stay in the topic; no more of them are kept. */
  private static final int MAX_GRANTS = 20_000;

  private record Given(Grant grant, Instant at) {}

  private final String prefix;
  private final Map<QueueId, Given> newest = new HashMap<>();

  public Grants(HostId host) {
    prefix = host.value() + ':';
  }

  public void take(GrantBatch batch) {
    batch.grants().forEach(grant -> take(new Given(grant, batch.at())));
  }

  private void take(Given given) {
    Grant grant = given.grant();
    QueueId queue = grant.queue();
    if (!queue.application().value().startsWith(prefix)) {
      return;
    }
    Given present = newest.get(queue);
    boolean newer =
        present == null
            || grant.version().isAfter(present.grant().version())
            || given.at().isAfter(present.at());
    if (newer && (present != null || newest.size() < MAX_GRANTS)) {
      newest.put(queue, given);
    }
  }

  public Optional<Grant> of(QueueId queue) {
    return Optional.ofNullable(newest.get(queue)).map(Given::grant);
  }

  /** The bound that was pushed to a scheduler. */
  public Optional<RateBound> enforced(QueueId queue) {
    return of(queue).filter(Grant::enforced).flatMap(Grant::bound);
  }
}
