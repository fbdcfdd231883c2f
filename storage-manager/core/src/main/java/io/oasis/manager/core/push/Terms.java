package io.oasis.manager.core.push;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.decide.Share;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * What a setting says beside the limit: the queue's guard rails, in the units of its I/O. Reserve
 * and weight are for schedulers that arbitrate between two decisions, the cap for those that cannot
 * hold every limit.
 *
 * @param reserve the queue's reserve, its part of its application's or group's included
 * @param weight absent when it is 1
 * @param cap what it never gets more than, its part of its application's or group's included
 */
record Terms(Optional<RateBound> reserve, Optional<Double> weight, Optional<RateBound> cap) {
  static final Terms NONE = new Terms(Optional.empty(), Optional.empty(), Optional.empty());

  static Terms of(Share share) {
    return new Terms(
        bound(share, share.reserve()),
        Optional.of(share.heard.rails().weight()).filter(weight -> weight != 1),
        bound(share, share.cap()));
  }

  private static Optional<RateBound> bound(Share share, double cost) {
    return cost > 0 && cost < Double.POSITIVE_INFINITY && share.heard.meanBytes() > 0
        ? Optional.of(CostModel.bound(cost, share.heard.meanBytes()))
        : Optional.empty();
  }

  /** Whether nothing differs that would be worth a setting. */
  boolean isNear(Terms other, double tolerance) {
    return weight.equals(other.weight)
        && isNear(reserve, other.reserve, tolerance)
        && isNear(cap, other.cap, Pusher.SAME_SIZE);
  }

  private static boolean isNear(Optional<RateBound> a, Optional<RateBound> b, double tolerance) {
    return a.isPresent() == b.isPresent()
        && (a.isEmpty() || Pusher.same(a.get(), b.get(), tolerance));
  }
}
