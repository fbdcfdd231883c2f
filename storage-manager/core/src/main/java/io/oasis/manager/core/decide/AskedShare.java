package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.hear.AdapterState;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.Earned;
import io.oasis.manager.core.law.Portion;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.settle.Damping;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/**
 * A share of which a limit may be asked: how it has moved, limit and cap, I/Os per second; infinite
 * for none.
 */
final class AskedShare {
  /**
   * Of a limit so much passes for certain: a target that limits each direction for itself keeps a
   * part for the quieter one.
   */
  private static final double PASSES = 0.97;

  final Share share;
  final Damping damping = new Damping();
  double limit = Double.POSITIVE_INFINITY;
  double cap = Double.POSITIVE_INFINITY;

  AskedShare(Share share) {
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
        cap,
        !queue.isNewlyLimited(domain.interval().dividedBy(2), now));
  }

  /** What its target goes by. */
  Bound bound(Portion portion, Claim claim, boolean isShort) {
    double due = portion.share() * costOf();
    if (due >= claim.limit() || cap < Double.POSITIVE_INFINITY && !isShort) {
      return Bound.LIMIT;
    }
    if (!isShort || portion.wants() < Double.POSITIVE_INFINITY) {
      return Bound.DEMAND;
    }
    return claim.reserve() > 0 && due <= claim.reserve() ? Bound.RESERVE : Bound.FAIR_SHARE;
  }

  /** The limit that it would have if it were asked to keep to so many I/Os per second. */
  Optional<RateBound> atMost(double asked) {
    double most = StrictMath.min(cap, asked);
    return most < Double.POSITIVE_INFINITY
        ? Optional.of(carryingOut(asked, most * costOf()))
        : Optional.empty();
  }

  /** What is asked is asked in I/Os; a cap that is less goes by the unit of what it costs. */
  RateBound carryingOut(double asked, double cost) {
    return asked < cap ? RateBound.ofIops(asked) : CostModel.bound(cost, share.heard.meanBytes());
  }

  /** For people, by the calendar. */
  static Decision.Earned told(Earned earned, Instant now, double seconds) {
    long ago = StrictMath.round(1e3 * (seconds - earned.seconds()));
    return new Decision.Earned(
        now.minusMillis(ago),
        earned.gains().stream()
            .map(gain -> new Decision.Gain(gain.queue(), gain.before(), gain.after()))
            .toList());
  }

  double costOf() {
    return CostModel.costOf(share.heard.meanBytes());
  }
}
