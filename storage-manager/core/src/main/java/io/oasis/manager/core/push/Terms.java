package io.oasis.manager.core.push;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.decide.Share;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * What a setting says beside the limit, for schedulers that arbitrate between two decisions: the
 * queue's guard rails, in the units of its I/O.
 *
 * @param reserve the queue's reserve, its part of its application's or group's included
 * @param weight absent when it is 1
 */
record Terms(Optional<RateBound> reserve, Optional<Double> weight) {
  static final Terms NONE = new Terms(Optional.empty(), Optional.empty());

  static Terms of(Share share) {
    Optional<RateBound> reserve =
        share.reserve() > 0 && share.heard.meanBytes() > 0
            ? Optional.of(CostModel.bound(share.reserve(), share.heard.meanBytes()))
            : Optional.empty();
    return new Terms(
        reserve, Optional.of(share.heard.rails().weight()).filter(weight -> weight != 1));
  }

  /** Whether nothing differs that would be worth a setting. */
  boolean isNear(Terms other, double tolerance) {
    return weight.equals(other.weight)
        && reserve.isPresent() == other.reserve.isPresent()
        && (reserve.isEmpty() || Pusher.same(reserve.get(), other.reserve.get(), tolerance));
  }
}
