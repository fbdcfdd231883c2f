package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.settle.Stability;
import io.oasis.protocol.RateBound;
import org.junit.jupiter.api.Test;

/** Limits leave room for whole numbers. */
class SmallLimitsTest {
  private static final double BYTES = 4_096;

  private static double iops(double allocatedIops) {
    RateBound limit =
        Limits.limit(allocatedIops * CostModel.costOf(BYTES), BYTES, Stability.HEADROOM);
    return limit.iops().orElseThrow().perSecond();
  }

  @Test
  void aSmallLimitLeavesOneAndAHalfOperationsOfRoom() {
    assertThat(iops(8)).isCloseTo(8 + Stability.HEADROOM_IOPS, within(1e-9));
  }

  @Test
  void aLargeLimitLeavesTheDeclaredHeadroom() {
    assertThat(iops(1_000)).isCloseTo(1_000 * (1 + Stability.HEADROOM), within(1e-9));
  }
}
