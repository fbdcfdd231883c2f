package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows when I/Os have been standing in a device for long enough to ask who waits. */
class StandingTest {
  private final Standing standing = new Standing();

  private void see(int intervals, double inFlight, double length) {
    for (int i = 0; i < intervals; i++) {
      standing.see(true, inFlight, length);
    }
  }

  @Test
  void threeShortIntervalsAreLongEnough() {
    see(2, 3, 0.25);
    assertThat(standing.isLongEnough()).isFalse();
    see(1, 3, 0.25);
    assertThat(standing.isLongEnough()).isTrue();
    assertThat(standing.seconds()).isCloseTo(0.75, within(1e-9));
  }

  /** A device that stood still for most of one long interval is no device that is full. */
  @Test
  void oneLongIntervalMayHaveBeenAStall() {
    see(1, 12, 1);
    assertThat(standing.isLongEnough()).isFalse();
    see(1, 12, 0.25);
    assertThat(standing.isLongEnough()).isTrue();
  }

  /** One that waits and others that take more than half of a device are two and a half I/Os. */
  @Test
  void twoIosAreNobodyWhoWaitsForAnother() {
    see(8, 2.4, 0.25);
    assertThat(standing.isLongEnough()).isFalse();
    assertThat(standing.seconds()).isZero();
    see(3, 2.5, 0.25);
    assertThat(standing.isLongEnough()).isTrue();
  }

  @Test
  void whereNobodyWaitsItBeginsAnew() {
    see(4, 9, 0.25);
    standing.see(false, 9, 0.25);
    assertThat(standing.isLongEnough()).isFalse();
    see(2, 9, 0.25);
    assertThat(standing.isLongEnough()).isFalse();
  }
}
