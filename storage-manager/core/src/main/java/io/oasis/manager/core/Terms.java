package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * What a setting says beside the limit, for schedulers that arbitrate between two decisions: the
 * queue's guard rails, in the units of its I/O.
 *
 * @param reserve the queue's floor, its part of its application's or group's included
 * @param weight absent when it is 1
 */
record Terms(Optional<RateBound> reserve, Optional<Double> weight) {
  static final Terms NONE = new Terms(Optional.empty(), Optional.empty());

  static Terms of(QueueState queue) {
    Optional<RateBound> reserve =
        queue.floor > 0 && queue.meanBytes > 0
            ? Optional.of(CostModel.bound(queue.floor, queue.meanBytes))
            : Optional.empty();
    return new Terms(reserve, Optional.of(queue.rails.weight()).filter(weight -> weight != 1));
  }

  /** Whether nothing differs that would be worth a setting. */
  boolean isNear(Terms other, double tolerance) {
    return weight.equals(other.weight)
        && reserve.isPresent() == other.reserve.isPresent()
        && (reserve.isEmpty() || Pusher.same(reserve.get(), other.reserve.get(), tolerance));
  }
}
