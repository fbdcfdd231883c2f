package io.oasis.agent.request;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How often the LUNs of each domain are to be measured, as its manager wishes for the time being.
 *
 * <p>Law: the newest word of a domain's manager holds, and ends by itself when it is not repeated:
 * a manager that is gone leaves nobody measuring more often than is needed.
 */
public final class Pace {
  /** Managers repeat a wish every 5 s; it may be lost once. */
  private static final long LASTS_NANOS = Duration.ofSeconds(12).toNanos();

  /** Wishes of domains of other hosts come, too; no more of them are kept. */
  private static final int MAX_DOMAINS = 10_000;

  private record Wish(Duration interval, long untilNanos) {}

  private final Map<DomainId, Wish> wishes = new HashMap<>();

  /** Takes what a manager says; {@code nanos} of a monotonic clock. */
  public void take(GrantBatch batch, long nanos) {
    if (batch.intervalMillis().isEmpty()) {
      wishes.remove(batch.domain());
    } else if (wishes.size() < MAX_DOMAINS || wishes.containsKey(batch.domain())) {
      Duration interval = Duration.ofMillis(batch.intervalMillis().get());
      wishes.put(batch.domain(), new Wish(interval, nanos + LASTS_NANOS));
    }
  }

  /** How often a domain's LUNs are measured where all others are measured so often. */
  public Duration of(DomainId domain, Duration base, long nanos) {
    Wish wish = wishes.get(domain);
    if (wish == null || wish.untilNanos - nanos <= 0) {
      return base;
    }
    return wish.interval.compareTo(base) < 0 ? wish.interval : base;
  }

  /** The shortest of these. */
  public Duration shortest(Collection<DomainId> domains, Duration base, long nanos) {
    return domains.stream()
        .map(domain -> of(domain, base, nanos))
        .min(Duration::compareTo)
        .orElse(base);
  }
}
