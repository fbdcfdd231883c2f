package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.AdapterState;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.settle.Damping;
import java.time.Instant;
import java.util.Optional;

/** A share, how it has moved, and its limit and cap, I/Os per second; infinite for none. */
final class Held {
  /**
   * Of a limit so much passes for certain: a target that limits each direction for itself keeps a
   * part for the quieter one.
   */
  private static final double PASSES = 0.97;

  final Share share;
  final Damping damping = new Damping();
  double limit = Double.POSITIVE_INFINITY;
  double cap = Double.POSITIVE_INFINITY;

  Held(Share share) {
    this.share = share;
  }

  /** What is to be kept with it; where nothing is enforced, what would be. */
  Rule rule(Domain domain, Claim claim, Instant now) {
    HeardQueue queue = share.heard;
    Optional<AdapterState> adapter = domain.adapters().living(queue.adapter(), now);
    boolean isThere =
        adapter.isPresent() || !domain.enforcing() || queue.limit() != null && domain.isListening();
    double minimum = adapter.map(state -> state.status().target().minIops()).orElse(0.0);
    cap = claim.limit() / costOf();
    return new Rule(
        isThere && !queue.mustWait(now),
        StrictMath.max(minimum, claim.reserve() / costOf() / PASSES),
        cap);
  }

  double costOf() {
    return CostModel.costOf(share.heard.meanBytes());
  }
}
