package io.oasis.protocol;

import java.util.Optional;

/**
 * What an adapter shall make true for one queue: absolute and versioned. Travels in a {@link
 * SettingBatch}, which names the domain, the adapter and the lease.
 *
 * <p>The limit alone already holds what reserve and weight promise, as far as the manager can see
 * to it once an interval. A scheduler that arbitrates from one I/O to the next does so by reserve
 * and weight too; one that cannot ignores them.
 *
 * @param limit the limit over reads and writes together; absent means: let go
 * @param readShare part of the queue's cost that is reads, for targets that limit each direction
 * @param reserve what it gets when it asks for it; absent: none
 * @param weight relative importance; absent: 1
 * @param cap what the operator says that it never gets more than: a limit that cannot be held as it
 *     is may be rounded up to here; absent: none
 */
public record Setting(
    QueueId queue,
    Version version,
    Optional<RateBound> limit,
    double readShare,
    Optional<RateBound> reserve,
    Optional<Double> weight,
    Optional<RateBound> cap) {
  public Setting {
    Check.fraction("readShare", readShare);
    weight.ifPresent(GuardRails.GuardRail::checkWeight);
  }

  /** Without a cap. */
  public Setting(
      QueueId queue,
      Version version,
      Optional<RateBound> limit,
      double readShare,
      Optional<RateBound> reserve,
      Optional<Double> weight) {
    this(queue, version, limit, readShare, reserve, weight, Optional.empty());
  }

  /** Without reserve and weight. */
  public Setting(QueueId queue, Version version, Optional<RateBound> limit, double readShare) {
    this(queue, version, limit, readShare, Optional.empty(), Optional.empty());
  }
}
