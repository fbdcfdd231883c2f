package io.oasis.adapter.lease;

import io.oasis.protocol.DomainId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One deadline per domain, on a monotonic clock that is handed in.
 *
 * <p>Law: a deadline is the time of the last word plus the smaller of what that word asked for and
 * what this adapter allows; so a longer lease asked for once never outlives a shorter one asked for
 * later.
 */
public final class Leases {
  private final Duration longest;
  private final TreeMap<DomainId, Duration> deadlines = new TreeMap<>();

  /**
   * @param longest what this adapter allows at most
   */
  public Leases(Duration longest) {
    this.longest = longest;
  }

  /** A manager gave word. */
  public void extend(DomainId domain, long leaseMillis, Duration now) {
    Duration asked = Duration.ofMillis(leaseMillis);
    deadlines.put(domain, now.plus(asked.compareTo(longest) < 0 ? asked : longest));
  }

  /** Domains whose time is over; they are forgotten. */
  public List<DomainId> expire(Duration now) {
    List<DomainId> over = new ArrayList<>();
    deadlines.forEach(
        (domain, deadline) -> {
          if (now.compareTo(deadline) >= 0) {
            over.add(domain);
          }
        });
    over.forEach(deadlines::remove);
    return over;
  }

  /** When the last of them ends; zero when there is none. */
  public Duration lastDeadline() {
    return deadlines.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  /** When the first of them ends. */
  public Optional<Duration> firstDeadline() {
    return deadlines.values().stream().min(Comparator.naturalOrder());
  }

  /** Forgets everything. */
  public void clear() {
    deadlines.clear();
  }
}
