package io.oasis.agent.latency.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.latency.DetectorConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code docs/latency-detector.md} claims of the defaults, on seeds of its own. */
class DetectorCurvesTest {
  private static final int PERIOD = DetectorConfig.DEFAULT.pointsPerPeriod();
  private static final int BINS = DetectorConfig.DEFAULT.thresholdBins();

  /** Shows that there are at most 4 false alarms in 100 periods on every kind of latencies. */
  @Test
  @Tag("slow")
  void falseAlarmsAreRare() {
    for (Latencies stream : Latencies.all()) {
      Measured measured = Measured.of(stream, () -> Curve.shift(PERIOD, BINS), PERIOD, 100, 77);
      assertThat(measured.falseAlarms()).as(stream.name()).isLessThanOrEqualTo(5);
    }
  }

  /** Shows that a rise by half is found within two periods, whatever the latencies look like. */
  @Test
  void aRiseByHalfIsFoundWithinTwoPeriods() {
    for (Latencies stream : Latencies.all()) {
      if (stream.change().equals("x 1.5")) {
        Measured measured = Measured.of(stream, () -> Curve.shift(PERIOD, BINS), PERIOD, 20, 78);
        assertThat(measured.missed()).as(stream.name()).isZero();
        assertThat(measured.delayPoints()).as(stream.name()).isLessThan(2.0 * PERIOD);
      }
    }
  }
}
