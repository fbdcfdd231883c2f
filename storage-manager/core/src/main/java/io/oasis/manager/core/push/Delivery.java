package io.oasis.manager.core.push;

import io.oasis.manager.core.decide.Share;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/** What was sent of one queue, to its adapter and to its agent. */
public final class Delivery {
  public final Share share;
  double readShare = 1;
  Terms terms = Terms.NONE;
  private Optional<Double> allocation = Optional.empty();
  private boolean onProbe;
  Optional<RateBound> granted = Optional.empty();
  boolean grantedEnforced;
  Instant grantedAt = Instant.EPOCH;

  Delivery(Share share) {
    this.share = share;
  }

  void sent(Terms with, boolean isProbing) {
    terms = with;
    readShare = share.heard.readShare();
    allocation = share.allocation();
    onProbe = isProbing;
  }

  void granted(Optional<RateBound> bound, boolean enforced, Instant now) {
    granted = bound;
    grantedEnforced = enforced;
    grantedAt = now;
  }

  /** Whether it was decided as it is now: what differs is the size of its I/Os. */
  boolean isAsDecided(boolean isProbing) {
    return share.allocation().equals(allocation) && onProbe == isProbing;
  }

  /** By what its share is bound, in words. */
  String boundName() {
    return switch (share.bound()) {
      case DEMAND -> "its demand";
      case LIMIT -> "its limit";
      case RESERVE -> "its reserve";
      case FAIR_SHARE -> "its fair share";
      case STEP -> "a step towards its target";
      case DEAD_BAND -> "the dead band";
      case RULE -> "the policy's rule";
      case EXCLUDED -> "nothing: it is excluded";
    };
  }
}
