package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.settle.Damping;

/** A share, how it has moved, and its limit and cap, I/Os per second; infinite for none. */
final class Held {
  final Share share;
  final Damping damping = new Damping();
  double limit = Double.POSITIVE_INFINITY;
  double cap = Double.POSITIVE_INFINITY;

  Held(Share share) {
    this.share = share;
  }

  double costOf() {
    return CostModel.costOf(share.heard.meanBytes());
  }
}
