package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A p99 of many latencies, right within an eighth. */
class LatencyCountsTest {
  private final LatencyCounts counts = new LatencyCounts();

  @ParameterizedTest
  @ValueSource(doubles = {10, 12, 100, 9_000, 1_000_000, 15_000_000})
  void aLatencyIsFoundAgainWithinTwelvePerCent(double micros) {
    counts.add(micros, 1);
    assertThat(counts.p99()).isCloseTo(micros, Percentage.withPercentage(12));
  }

  @Test
  void whatIsOutsideCountsInTheFirstAndTheLastBin() {
    counts.add(1, 1);
    assertThat(counts.p99()).isCloseTo(10 * StrictMath.sqrt(1.25), within(1e-9));
    counts.add(1e9, 1);
    assertThat(counts.p99()).isCloseTo(10 * StrictMath.pow(1.25, 63.5), within(1e-3));
  }

  @Test
  void oneOfAHundredIsNotAboveIt() {
    counts.add(1_000, 99);
    counts.add(50_000, 1);
    assertThat(counts.p99()).isLessThan(1_120);
    counts.add(50_000, 0.1);
    assertThat(counts.p99()).isGreaterThan(44_000);
  }

  @Test
  void whatTookNoTimeOrIsNoIoDoesNotCount() {
    assertThat(counts.isEmpty()).isTrue();
    assertThat(counts.p99()).isZero();
    counts.add(0, 5);
    counts.add(100, 0);
    assertThat(counts.isEmpty()).isTrue();
    counts.add(100, 1);
    assertThat(counts.isEmpty()).isFalse();
  }

  @Test
  void whatIsHalvedCountsHalf() {
    counts.add(1_000, 160);
    counts.halve();
    counts.add(50_000, 1);
    assertThat(counts.p99()).as("one of 81").isGreaterThan(44_000);
  }

  @Test
  void nothingIsLeftOfWhatWasCleared() {
    counts.add(50_000, 5);
    counts.clear();
    assertThat(counts.isEmpty()).isTrue();
    counts.add(1_000, 1);
    assertThat(counts.p99()).isLessThan(1_120);
  }

  @Test
  void whatBecomesAnotherHasItsLatenciesAndNoneOfItsOwn() {
    counts.add(50_000, 5);
    LatencyCounts other = new LatencyCounts();
    other.add(1_000, 99);
    counts.become(other);
    other.add(50_000, 99);
    assertThat(counts.p99()).isLessThan(1_120);
    counts.add(50_000, 0.9);
    assertThat(counts.p99()).as("less than one of a hundred").isLessThan(1_120);
  }
}
