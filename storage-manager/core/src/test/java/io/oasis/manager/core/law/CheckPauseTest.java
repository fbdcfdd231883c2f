package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Holding.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how long what a check has found is believed. */
class CheckPauseTest {
  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  private double secondsToCheck() {
    double from = device.seconds();
    while (device.step(holding) != Outcome.CHECK) {
      assertThat(device.seconds() - from).as("no check").isLessThan(30);
    }
    return device.seconds() - from;
  }

  /** It was found that 900 of 1,000 complete. */
  @ParameterizedTest
  @CsvSource({"430, 10", "400, 5"})
  void limitsThatCostMoreThanWasFoundAreCheckedSooner(double each, double pause) {
    device.limited(holding);
    device.at.room = 900;
    device.waits("deep", 450, 10).passes("small", 450);
    assertThat(secondsToCheck()).isEqualTo(2.75);
    device.at.curve.completes(900);
    device.waits("deep", each, 10).passes("small", each);
    assertThat(secondsToCheck()).isEqualTo(pause);
  }

  /** As others came meanwhile. */
  @Test
  void afterACheckThatFoundNothingTheNextIsSoon() {
    device.limited(holding);
    device.at.room = 900;
    device.waits("deep", 450, 10).passes("small", 450);
    assertThat(secondsToCheck()).isEqualTo(2.75);
    assertThat(secondsToCheck()).isEqualTo(5);
    assertThat(secondsToCheck()).isEqualTo(5);
  }
}
