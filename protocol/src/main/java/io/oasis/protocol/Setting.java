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
 */
public record Setting(
    QueueId queue,
    Version version,
    Optional<RateBound> limit,
    double readShare,
    Optional<RateBound> reserve,
    Optional<Double> weight) {
  public Setting {
    Check.fraction("readShare", readShare);
    weight.ifPresent(GuardRails.GuardRail::checkWeight);
  }

  /** Without reserve and weight. */
  public Setting(QueueId queue, Version version, Optional<RateBound> limit, double readShare) {
    this(queue, version, limit, readShare, Optional.empty(), Optional.empty());
  }
}
