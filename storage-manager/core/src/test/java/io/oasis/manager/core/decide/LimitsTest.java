package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Stability;
import io.oasis.protocol.Decision.Bound;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows how much limits exceed what was shared out: no more than the smallest fair share bears. */
class LimitsTest {
  private static final double BYTES = 4_096;

  private final Limits limits = new Limits();

  /** What limits exceed allocations by, as what is shared out beyond a capacity shows it. */
  private double headroom() {
    return (limits.withSurplus(1_000) / 1_000 - 1) / Stability.SURPLUS;
  }

  private void fit(Bound first, double amount, double other) {
    limits.fit(
        new Targets.Found(
            new double[] {amount, other},
            List.of(first, Bound.FAIR_SHARE),
            Optional.of(1.0),
            false),
        1_000);
  }

  /** 6 % of 250 is what three others may take of it, each a third of 2 %, and a third besides. */
  @Test
  void theSmallestFairShareSaysHowMuch() {
    fit(Bound.FAIR_SHARE, 250, 750);
    assertThat(headroom()).isCloseTo(0.015, within(1e-9));
    assertThat(limits.allocation(1_015)).isCloseTo(1_000, within(1e-6));
  }

  @Test
  void whoGetsAllItWantsIsNotSqueezed() {
    fit(Bound.DEMAND, 10, 990);
    assertThat(headroom()).isCloseTo(Stability.HEADROOM, within(1e-9));
  }

  @Test
  void itIsNeverLessThanShowsThatMoreIsWanted() {
    fit(Bound.FAIR_SHARE, 10, 990);
    assertThat(headroom()).isCloseTo(Stability.LEAST_HEADROOM, within(1e-9));
  }

  /** Who has the whole device squeezes nobody, and says nothing of what others bear. */
  @Test
  void aShareOfAllChangesNothing() {
    fit(Bound.FAIR_SHARE, 10, 990);
    fit(Bound.DEMAND, 0, 1_000);
    assertThat(headroom()).isCloseTo(Stability.LEAST_HEADROOM, within(1e-9));
  }

  @Test
  void aChangeByLessThanAFifthIsNotWorthAPush() {
    fit(Bound.FAIR_SHARE, 250, 750);
    fit(Bound.FAIR_SHARE, 220, 780);
    assertThat(headroom()).isCloseTo(0.015, within(1e-9));
    fit(Bound.FAIR_SHARE, 200, 800);
    assertThat(headroom()).isCloseTo(0.01125, within(1e-9));
  }

  @Test
  void withoutHeadroomALimitIsTheAllocation() {
    double cost = 8 * CostModel.costOf(BYTES);
    double iops = Limits.limit(cost, BYTES, 0).iops().orElseThrow().perSecond();
    assertThat(iops).isCloseTo(8, within(1e-9));
  }

  /** Only who has a fair share is held a little below it while that is put to the test. */
  @Test
  void aProbeHoldsFairSharesBelow() {
    double usual = iops(Bound.FAIR_SHARE);
    for (int i = 1; i < 8; i++) {
      assertThat(limits.probes(true, true)).isFalse();
    }
    assertThat(iops(Bound.FAIR_SHARE)).isEqualTo(usual).isCloseTo(1_030, within(1e-6));
    assertThat(limits.probes(true, true)).isTrue();
    assertThat(limits.isProbing()).isTrue();
    assertThat(iops(Bound.FAIR_SHARE)).isCloseTo(980, within(1e-6));
    assertThat(iops(Bound.DEMAND)).isEqualTo(usual);
  }

  private double iops(Bound bound) {
    double cost = 1_000 * CostModel.costOf(BYTES);
    return limits.of(cost, BYTES, bound).iops().orElseThrow().perSecond();
  }
}
