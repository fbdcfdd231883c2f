package io.oasis.manager.core.policy;

import io.oasis.protocol.Decision.Bound;
import java.util.List;
import java.util.Optional;

/** What a policy answers. */
public sealed interface Targets {
  /**
   * @param amounts a target per claim, in cost per second
   * @param bounds what decided each
   * @param price the certificate: weight per cost at the margin; empty when the policy has none, 0
   *     when everybody gets all
   * @param selfDamped whether the policy moves in steps of its own, so that none shall be added
   */
  record Found(double[] amounts, List<Bound> bounds, Optional<Double> price, boolean selfDamped)
      implements Targets {

    /** Whether everybody gets all it wants. */
    public boolean nobodyWaits() {
      return price.filter(each -> each == 0).isPresent();
    }
  }

  /** There is none, and why. */
  record Refused(String reason) implements Targets {}
}
