package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * An adapter's heartbeat for one domain, once a second.
 *
 * @param session settings must name it
 * @param highestVersion the highest that it has ever seen for this domain, its journal included: a
 *     manager goes on above it
 * @param limitsInForce how many queues of the domain it limits now
 * @param target what it drives
 * @param software the adapter's; absent: it does not say
 */
public record AdapterStatus(
    AdapterId adapter,
    SessionId session,
    DomainId domain,
    Instant at,
    Version highestVersion,
    int limitsInForce,
    Target target,
    Optional<Software> software)
    implements OfDomain {
  /**
   * The scheduler that an adapter drives.
   *
   * @param kind such as {@code cgroup-v1}
   * @param minIops the smallest limit it can hold
   * @param placement where what it holds back waits; absent: above the counters
   * @param grain how fine its limits are; absent: the adapter does not say
   */
  public record Target(
      String kind, double minIops, Optional<Placement> placement, Optional<Grain> grain) {
    public Target {
      Check.id("kind", kind);
      Check.notNegative("minIops", minIops);
    }

    /** Of which it is not known how fine its limits are. */
    public Target(String kind, double minIops, Optional<Placement> placement) {
      this(kind, minIops, placement, Optional.empty());
    }

    public boolean holdsAboveCounters() {
      return placement.orElse(Placement.ABOVE_COUNTERS) == Placement.ABOVE_COUNTERS;
    }
  }

  /** Where I/O waits that a scheduler holds back: seen from where its host counts I/O. */
  public enum Placement {
    /** It is not counted before it may go, as with the kernel's throttle: nobody measures it. */
    ABOVE_COUNTERS,
    /** It is counted as in flight, as with BFQ, in an array, SPDK, QEMU or a brick. */
    BELOW_COUNTERS
  }

  public AdapterStatus {
    Check.between("limitsInForce", limitsInForce, 0, 1_000_000);
  }

  /** Of an adapter that does not say what it is. */
  public AdapterStatus(
      AdapterId adapter,
      SessionId session,
      DomainId domain,
      Instant at,
      Version highestVersion,
      int limitsInForce,
      Target target) {
    this(adapter, session, domain, at, highestVersion, limitsInForce, target, Optional.empty());
  }
}
