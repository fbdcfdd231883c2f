package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which bin a latency is in, which bins are refused, and what becomes of many. */
class LatencyHistogramTest {
  private static final LatencyBins LINEAR = new LatencyBins.Linear(100, 50, 4);

  /** Edges are at 100, 200, 400 and 800 us; what is outside is in the first and the last. */
  @ParameterizedTest
  @CsvSource({"0, 0", "100, 0", "199, 0", "201, 1", "399, 1", "401, 2", "799, 2", "9999, 2"})
  void aBinOfEqualRatioIsAsWideAsAllBefore(double micros, int bin) {
    assertThat(new LatencyBins.Logarithmic(100, 2, 3).of(micros)).isEqualTo(bin);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "149, 0", "150, 1", "199, 1", "249, 2", "299, 3", "9999, 3"})
  void binsOfEqualWidthCoverEverything(double micros, int bin) {
    assertThat(LINEAR.of(micros)).isEqualTo(bin);
  }

  @Test
  void aShiftIsAFactorOrADifference() {
    assertThat(new LatencyBins.Logarithmic(100, 2, 3).shifted(300, 2)).isEqualTo(1_200);
    assertThat(LINEAR.shifted(300, -2)).isEqualTo(200);
    assertThat(LINEAR.shifted(60, -2)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 3", "1, 1, 3", "1, 10.1, 3", "1, 2, 1", "1, 2, 10001", "Infinity, 2, 3"})
  void binsOfEqualRatioThatCannotBeAreRefused(double least, double ratio, int count) {
    assertThatThrownBy(() -> new LatencyBins.Logarithmic(least, ratio, count))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 3", "0, 0, 3", "0, 1, 1", "0, 1, 10001", "0, Infinity, 3"})
  void binsOfEqualWidthThatCannotBeAreRefused(double least, double width, int count) {
    assertThatThrownBy(() -> new LatencyBins.Linear(least, width, count))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theLeastAndTheMostBinsAreTaken() {
    assertThatCode(() -> new LatencyBins.Logarithmic(1, 10, 2)).doesNotThrowAnyException();
    assertThatCode(() -> new LatencyBins.Linear(0, 1, 10_000)).doesNotThrowAnyException();
  }

  @Test
  void theMeanIsOfAllAndOfNoneItIsNothing() {
    LatencyHistogram histogram = new LatencyHistogram(LINEAR);
    assertThat(histogram.meanMicros()).isZero();
    histogram.add(0);
    histogram.add(120);
    histogram.add(300);
    assertThat(histogram.meanMicros()).isEqualTo(140);
  }

  /** Three in the second bin and one in the third; a triangle of one bin has parts 1, 2, 1. */
  @Test
  void aBlurKeepsTheWhole() {
    LatencyHistogram histogram = new LatencyHistogram(LINEAR);
    for (double micros : new double[] {160, 170, 180, 210}) {
      histogram.add(micros);
    }
    assertThat(histogram.blurred(0)).containsExactly(0, 0.75, 0.25, 0);
    assertThat(histogram.blurred(1)).containsExactly(0, 3 / 16.0, 7 / 16.0, 5 / 16.0, 1 / 16.0, 0);
  }

  /** Parts of 3/4 and 1/4 against all in the higher bin: likeness 0.75 / sqrt(0.625). */
  @Test
  void distributionsOfAnotherFormAreLessAlike() {
    LatencyHistogram base = new LatencyHistogram(LINEAR);
    for (double micros : new double[] {110, 110, 110, 160}) {
      base.add(micros);
    }
    LatencyHistogram current = new LatencyHistogram(LINEAR);
    current.add(260);
    CrossCorrelation.Shift shift = CrossCorrelation.shift(base, current, 3, 0);
    assertThat(shift.bins()).isEqualTo(3);
    assertThat(shift.likeness()).isCloseTo(0.948683, within(1e-6));
    assertThat(CrossCorrelation.shift(base, current, 2, 0).bins()).isEqualTo(2);
    LatencyHistogram none = new LatencyHistogram(LINEAR);
    assertThat(CrossCorrelation.shift(base, none, 3, 0))
        .isEqualTo(new CrossCorrelation.Shift(0, 0));
  }
}
