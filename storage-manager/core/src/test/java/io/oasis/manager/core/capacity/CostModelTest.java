package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Flow;
import io.oasis.protocol.RateBound;
import org.junit.jupiter.api.Test;

/** Shows in which unit a limit holds, and what one lets pass. */
class CostModelTest {
  private static final double LARGE = CostModel.BYTES_PER_COST;

  /** In operations up to the size that costs as much for its bytes as for itself. */
  @Test
  void aLimitIsInTheUnitThatMakesUpMostOfTheCost() {
    assertThat(CostModel.bound(200, LARGE)).isEqualTo(RateBound.ofIops(100));
    assertThat(CostModel.bound(300, 2 * LARGE)).isEqualTo(RateBound.ofBytesPerSecond(200 * LARGE));
  }

  @Test
  void theTighterUnitCounts() {
    assertThat(CostModel.costPerSecond(RateBound.ofIops(100), LARGE)).isEqualTo(200);
    RateBound bytes = RateBound.ofBytesPerSecond(50 * LARGE);
    assertThat(CostModel.costPerSecond(bytes, LARGE)).isEqualTo(100);
    assertThat(CostModel.costPerSecond(bytes, 0)).isInfinite();
  }

  @Test
  void whatIsDoneCostsForItsIosAndItsBytes() {
    double bytes = 50 * LARGE;
    assertThat(CostModel.costPerSecond(100, bytes)).isEqualTo(150);
    assertThat(CostModel.costPerSecond(Bandwidth.of(100, bytes))).isEqualTo(150);
    assertThat(CostModel.costPerSecond(new Flow(300, 100, bytes, 10)))
        .as("not for what only came")
        .isEqualTo(150);
    assertThat(CostModel.bandwidth(150, LARGE / 2)).isEqualTo(Bandwidth.of(100, bytes));
  }
}
