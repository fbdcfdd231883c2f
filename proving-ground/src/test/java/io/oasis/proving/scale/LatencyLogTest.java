package io.oasis.proving.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that quantiles are times that were measured, whatever their order. */
class LatencyLogTest {
  @Test
  void quantilesAreOfWhatWasMeasured() {
    LatencyLog log = new LatencyLog();
    for (int i = 5_000; i >= 1; i--) {
      log.add(i * 1_000_000L);
    }
    assertThat(log.quantileMillis(0.5)).isEqualTo(2_500);
    assertThat(log.quantileMillis(0.99)).isEqualTo(4_950);
    assertThat(log.quantileMillis(1)).isEqualTo(5_000);
  }

  @Test
  void nothingMeasuredIsNoNumber() {
    assertThat(new LatencyLog().quantileMillis(0.99)).isNaN();
  }
}
