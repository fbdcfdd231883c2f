package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows what a queue does when it can, from its last few rates. */
class RecentRatesTest {
  private static RecentRates of(int capacity, double... values) {
    RecentRates rates = new RecentRates(capacity);
    for (double value : values) {
      rates.add(value);
    }
    return rates;
  }

  /** Of 200 and nine of 100 the mean is 110 and the deviation 30. */
  @Test
  void itIsTwoDeviationsAboveTheMeanAndNoLessThanTheLast() {
    assertThat(of(10, 200, 100, 100, 100, 100, 100, 100, 100, 100, 100).high())
        .isCloseTo(170, within(1e-9));
    assertThat(of(10, 100, 100, 100, 100, 100, 100, 100, 100, 100, 200).high()).isEqualTo(200);
    assertThat(of(5, 90, 110, 100, 100, 100).high()).as("no more than the highest").isEqualTo(110);
  }

  @Test
  void afterADropOnlyTheLastTwoCount() {
    RecentRates rates = of(5, 200, 200, 200, 80, 70);
    assertThat(rates.isFull()).isTrue();
    assertThat(rates.high()).isEqualTo(80);
    assertThat(rates.mean()).isEqualTo(75);
    assertThat(rates.isFull()).isFalse();
    assertThat(of(5, 200, 100, 100, 100, 100).high()).as("half is no drop").isEqualTo(200);
  }

  @Test
  void ofNothingItIsNothing() {
    assertThat(of(5).high()).isZero();
    assertThat(of(5).mean()).isZero();
  }
}
