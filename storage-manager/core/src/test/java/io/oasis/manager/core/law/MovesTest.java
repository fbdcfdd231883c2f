package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows how limits move where a device can do more, and where none would hold anybody. */
class MovesTest {
  private static final double ROOM = Metered.ROOM;

  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  /** It held 20 I/Os while limits were in force, and holds 10, at hardly more than the least. */
  private void noneWaitsAnyMore() {
    device.latency(0.01).inFlight(5).passes("small", 500).see(2);
    device.latency(0.02).inFlight(20);
    device.limited(holding);
    device.step(holding, 3);
    device.latency(0.0105).inFlight(10);
  }

  /** As much is done, I/Os wait behind a limit, and none wait in the device any more. */
  @Test
  void aDeviceThatHasBecomeFasterIsFilled() {
    noneWaitsAnyMore();
    device.step(holding, 1);
    assertThat(device.at.room).isGreaterThan(1.09 * ROOM);
    assertThat(device.limit("deep")).isGreaterThan(520);
  }

  /** As long as no more is done without it than a limit lets through it would only be written. */
  @Test
  void whoTakesLessThanItsLimitMayBeIsNotHeld() {
    device.limited(holding);
    device.taker("deep").free();
    device.taker("deep").eased.begin(700, device.seconds());
    device.passes("deep", 620).passes("small", 380).waits("third", 100, 5);
    device.see(1);
    device.taker("third").hold(90, device.seconds());
    device.taker("small").wish.foundHungry(device.seconds());
    device.step(holding, 1);
    assertThat(device.taker("deep").isLimited()).isFalse();
  }

  /** It was no faster: what was offered is taken back, and not offered again at once. */
  @Test
  void whatNobodyTakesIsNotThere() {
    noneWaitsAnyMore();
    device.step(holding, 0.75);
    assertThat(device.at.room).isGreaterThan(1.09 * ROOM);
    device.step(holding, 1.25);
    assertThat(device.at.room).isEqualTo(ROOM);
    device.step(holding, 1.5);
    assertThat(device.at.room).isEqualTo(ROOM);
  }
}
