package io.oasis.manager.core.settle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows when limits are put to the test: after lasting doubt, for two intervals, now and then. */
class ProbeTest {
  private final Probe probe = new Probe();

  @Test
  void beginsAfterEightIntervalsOfDoubtAndAgainAfterForty() {
    assertThat(intervalsUntilItBegins()).isEqualTo(Probe.PATIENCE);
    assertThat(intervalsUntilItBegins()).isEqualTo(Probe.DISTANCE);
  }

  private int intervalsUntilItBegins() {
    int intervals = 1;
    while (!probe.begins(true, true)) {
      intervals++;
      assertThat(intervals).isLessThan(1_000);
    }
    return intervals;
  }

  @Test
  void anIntervalWithoutDoubtBeginsTheWaitAnew() {
    for (int i = 1; i < Probe.PATIENCE; i++) {
      assertThat(probe.begins(true, true)).isFalse();
    }
    assertThat(probe.begins(false, true)).isFalse();
    assertThat(intervalsUntilItBegins()).isEqualTo(Probe.PATIENCE);
  }

  @Test
  void isOnForTwoIntervals() {
    assertThat(probe.isOn()).isFalse();
    intervalsUntilItBegins();
    assertThat(probe.isOn()).isTrue();
    probe.begins(true, true);
    assertThat(probe.isOn()).isTrue();
    probe.begins(true, true);
    assertThat(probe.isOn()).isFalse();
  }

  @Test
  void goesFurtherOnADeviceThatLooksRelaxed() {
    intervalsUntilItBegins();
    assertThat(probe.below()).isEqualTo(Probe.BELOW);
    while (!probe.begins(true, false)) {
      assertThat(probe.below()).isEqualTo(Probe.BELOW);
    }
    assertThat(probe.below()).isEqualTo(Probe.FURTHER_BELOW);
  }
}
