package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.LunReport.Pressure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows where each rule of a device's curve begins and ends. */
class DeviceCurveRulesTest {
  private static final double BYTES = 4_096;

  private final DeviceCurve curve = new DeviceCurve();
  private long second;

  @Test
  void aMeasurementCountsForTenMinutes() {
    curve.measure(0.1, 100, BYTES, 0.1, 1);
    curve.measure(0, 0, 0, 0, 601);
    assertThat(curve.baseLatencyMicros()).isCloseTo(1_000, within(1e-9));
    curve.measure(0, 0, 0, 0, 602);
    assertThat(curve.baseLatencyMicros()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, RELAXED", "1.4, RELAXED", "1.5, SATURATED"})
  void aDeviceThatAnswersNothingIsSaturatedWhenSomethingWaits(double depth, Pressure pressure) {
    assertThat(curve.measure(depth, 0, 0, 1, 1)).isEqualTo(pressure);
  }

  /** From 4 to below 16 KiB is one size; the latency of another is not that of this one. */
  @ParameterizedTest
  @CsvSource({"8192, 1000", "16384, 3000", "2048, 3000"})
  void sizesAreToldApartByFactorsOfFour(double bytes, double baseMicros) {
    curve.measure(0.1, 100, BYTES, 0.1, 1);
    curve.measure(0.3, 100, bytes, 0.3, 2);
    assertThat(curve.baseLatencyMicros()).isCloseTo(baseMicros, within(1e-6));
  }

  @Test
  void depthsAQuarterOfAnOctaveApartAreLearnedByThemselves() {
    curve.measure(0.1, 100, BYTES, 0.1, 1);
    curve.measure(0.115, 100, BYTES, 0.115, 2);
    assertThat(curve.baseLatencyMicros()).isCloseTo(1_000, within(1e-6));
  }

  /** Twice the depth has to bring a third more: 1,333/s. */
  @ParameterizedTest
  @CsvSource({"1334, RELAXED", "1332, SATURATED"})
  void moreDepthHasToPayForAThirdOfIt(double rate, Pressure pressure) {
    busy(4, 400);
    busy(8, 1_000);
    assertThat(busy(16, rate)).isEqualTo(pressure);
  }

  @Test
  void growthOverADeviceThatIdledFillsIdleTimeOnly() {
    curve.measure(4, 500, BYTES, 0.8, ++second);
    assertThat(busy(16, 2_000)).isEqualTo(Pressure.SATURATED);
  }

  /** Twice the depth was seen to bring 1,000/s, which is 15 % more than 869.6. */
  @ParameterizedTest
  @CsvSource({"869, RELAXED", "870, SATURATED"})
  void aDepthThatWasSeenToPayIsStillToBeHad(double rate, Pressure pressure) {
    busy(16, 1_000);
    assertThat(busy(8, rate)).isEqualTo(pressure);
  }

  @ParameterizedTest
  @CsvSource({"700, 11428.571", "1400, 5714.286"})
  void anotherLatencyAtOneDepthTwiceInARowIsAnotherDevice(double rate, double baseMicros) {
    busy(8, 1_000);
    busy(8, rate);
    assertThat(curve.baseLatencyMicros()).as("may be a stall").isCloseTo(8_000, within(1e-3));
    busy(8, rate);
    assertThat(curve.baseLatencyMicros()).isCloseTo(baseMicros, within(1e-3));
  }

  @Test
  void anotherLatencyNowAndThenIsNoOtherDevice() {
    busy(8, 1_000);
    busy(8, 700);
    busy(8, 1_000);
    busy(8, 700);
    assertThat(curve.baseLatencyMicros()).isCloseTo(8_000, within(1e-3));
  }

  /** It did 1,000/s at half the depth: less than 769/s, twice in a row, is another device. */
  @ParameterizedTest
  @CsvSource({"760, 10526.316", "780, 4000"})
  void lessThanAShallowerQueueHadIsAnotherDevice(double rate, double baseMicros) {
    busy(4, 1_000);
    busy(8, rate);
    busy(8, rate);
    assertThat(curve.baseLatencyMicros()).isCloseTo(baseMicros, within(1e-3));
  }

  private Pressure busy(double depth, double rate) {
    return curve.measure(depth, rate, BYTES, 1, ++second);
  }
}
