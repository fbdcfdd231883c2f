package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Holding.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows that limits are not moved by what may be chance, or by what has just begun. */
class HoldingByChanceTest {
  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  /** One is limited to so much, and a free one takes so much: all there is. */
  private void limited(double deep, double small) {
    device.waits("deep", 2 * deep, 10).passes("small", small).see(3);
    device.at.room = deep + small;
    device.at.unlimited = deep + small;
    device.taker("deep").hold(deep, device.seconds());
    holding.begin(true);
    device.waits("deep", deep, 10);
  }

  /** With 440 a second in all, 110 in an interval; two deviations of that are 21. */
  @ParameterizedTest
  @CsvSource({
    "370, 0, GO_ON, so little less in all is chance",
    "340, 0, SOMEBODY_LEFT, it is not, and 7 fewer than 10 neither",
    "340, 14, GO_ON, 3.5 instead of 10 in an interval may be chance",
  })
  void whoSeldomDoesAnythingHasNotStoppedWhenNothingComes(
      double deep, double small, Outcome outcome, String why) {
    limited(400, 40);
    device.step(holding, 3);
    device.waits("deep", deep, 10).passes("small", small);
    assertThat(device.step(holding)).as(why).isEqualTo(outcome);
  }

  /** Of 100 a second without limits 86 may be chance over two seconds. */
  @ParameterizedTest
  @CsvSource({"90, GO_ON", "80, CHECK"})
  void whatMayBeChanceIsNoCost(double total, Outcome outcome) {
    limited(total / 2, total / 2);
    device.at.unlimited = 100;
    assertThat(device.step(holding, 2.75)).isEqualTo(outcome);
  }

  @Test
  void moreThanThereIsIsNotBelievedInTheFirstTwoSeconds() {
    limited(500, 500);
    device.passes("small", 700);
    device.step(holding, 1.75);
    assertThat(device.at.room).isEqualTo(1_000);
    device.step(holding, 1);
    assertThat(device.at.room).isGreaterThan(1_000);
  }

  /** What waited behind a limit comes all at once when it rises. */
  @Test
  void lessThanThereIsIsNotBelievedRightAfterALimitRose() {
    limited(500, 500);
    device.taker("small").wish.foundContent(300, device.seconds());
    device.passes("small", 300);
    device.step(holding, 1.25);
    assertThat(device.limit("deep")).isGreaterThan(600);
    assertThat(device.at.room).isEqualTo(1_000);
    device.step(holding, 1.5);
    assertThat(device.at.room).isLessThan(1_000);
  }

  /** It held 20 I/Os, and 24 for half a second: 20.8 by now, of which four fifths are 16.6. */
  @ParameterizedTest
  @CsvSource({"16.2, true", "17, false"})
  void whatADeviceHoldsWhenItIsFullIsFollowedSlowly(double inFlight, boolean isContent) {
    limited(500, 500);
    device.step(holding, 3);
    device.inFlight(24);
    device.step(holding, 0.5);
    device.passes("small", 380).inFlight(inFlight).see(1);
    device.step(holding, 1);
    assertThat(device.taker("small").isContent()).isEqualTo(isContent);
  }

  /** A device that holds 20 I/Os is slower from 1.15 times as many and one more. */
  @ParameterizedTest
  @CsvSource({"23.5, false", "24.5, true"})
  void aFewMoreInADeviceAreNoOtherDevice(double inFlight, boolean isSlower) {
    limited(500, 500);
    device.step(holding, 3);
    device.waits("deep", 440, 10).passes("small", 400).inFlight(inFlight).see(1);
    device.step(holding, 2);
    assertThat(device.at.room < 900).isEqualTo(isSlower);
  }

  /** On average it took too much, but not any more. */
  @Test
  void whoTakesItsShareNowIsNotHeldForWhatItTook() {
    device.waits("deep", 300, 10).passes("big", 500).passes("small", 100).see(3);
    device.at.room = 900;
    device.at.unlimited = 900;
    device.taker("deep").hold(300, device.seconds());
    holding.begin(true);
    device.passes("big", 300);
    device.step(holding);
    assertThat(device.taker("big").isLimited()).isFalse();
  }

  /** Whoever was hungry before it seemed content is asked again after ten seconds. */
  @Test
  void thatAHungryOneIsContentIsDoubted() {
    limited(500, 500);
    device.taker("small").wish.foundHungry(device.seconds());
    device.step(holding, 3);
    device.passes("small", 380).inFlight(10).see(1);
    device.step(holding, 1);
    assertThat(device.taker("small").isContent()).isTrue();
    device.passes("small", 500).waits("deep", 500, 10).inFlight(20);
    device.step(holding, 9.5);
    assertThat(device.taker("small").isContent()).isTrue();
    device.step(holding, 1);
    assertThat(device.taker("small").isContent()).isFalse();
  }

  @Test
  void aLimitOfNextToNothingRisesByOneMore() {
    device.waits("deep", 4, 10).passes("small", 100).see(3);
    device.at.room = 200;
    device.at.unlimited = 200;
    device.taker("deep").hold(2, device.seconds());
    holding.begin(true);
    device.waits("deep", 2, 10);
    device.step(holding);
    assertThat(device.limit("deep")).isCloseTo(1.3 * 2 + 1, within(1e-9));
  }

  /** A question was asked as a device had just begun: what is done for two seconds is there. */
  @Test
  void muchMoreThanThereWasIsThereAtOnce() {
    limited(500, 500);
    device.passes("small", 1_500);
    device.step(holding, 2.25);
    assertThat(device.at.room).isCloseTo(0.93 * 2_000, within(1.0));
  }
}
