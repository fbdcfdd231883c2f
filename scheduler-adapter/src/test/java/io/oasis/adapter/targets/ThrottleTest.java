package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.Throttle.Part;
import org.junit.jupiter.api.Test;

/** Shows that a throttle is of one kind, by its numbers alone, and that weights stand alone. */
class ThrottleTest {
  @Test
  void itsNumbersMakeItsKind() {
    assertThat(Throttle.NONE.with(Part.READ_BYTES, 5)).isEqualTo(Throttle.ofEach(0, 0, 5, 0));
    assertThat(Throttle.ofBoth(7, 0).with(Part.SHARE, 1))
        .isInstanceOf(Throttle.Total.class)
        .hasToString("iops=7 bps=max share=1");
    assertThat(Throttle.ofBoth(7, 0).with(Part.WRITE_IOPS, 3))
        .isInstanceOf(Throttle.Mixed.class)
        .hasToString("riops=max wiops=3 rbps=max wbps=max iops=7");
    assertThat(Throttle.ofWeight(100))
        .isEqualTo(new Throttle.Weight(100))
        .hasToString("weight=100");
  }

  @Test
  void whatHoldsNoNumberIsNone() {
    for (Part part : Part.values()) {
      assertThat(Throttle.NONE.with(part, 9).with(part, 0)).isEqualTo(Throttle.NONE);
    }
    assertThat(Throttle.ofBoth(7, 0).with(Part.WRITE_IOPS, 3).with(Part.IOPS, 0))
        .isEqualTo(Throttle.ofEach(0, 3, 0, 0));
  }

  @Test
  void nothingHoldsAWeightBesideALimit() {
    assertThatThrownBy(() -> Throttle.ofWeight(100).with(Part.IOPS, 1))
        .hasMessage("weight = 100, setting = 0: must stand alone, not beside iops=1 bps=max");
    assertThatThrownBy(() -> Throttle.ofSetting(1).with(Part.WEIGHT, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Throttle.ofBoth(-1, 0)).hasMessageContaining("negative");
  }
}
