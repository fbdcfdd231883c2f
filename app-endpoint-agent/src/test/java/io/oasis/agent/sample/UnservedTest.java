package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows which I/Os in flight are some that a device does not get to. */
class UnservedTest {
  private static final int LONG = 8;
  private final Unserved unserved = new Unserved();

  private double after(int intervals, double inFlight, double served) {
    double count = 0;
    for (int i = 0; i < intervals; i++) {
      count = unserved.follow(inFlight, served, 0.25);
    }
    return count;
  }

  @Test
  void whatIsInFlightAndNotAmongTheCompletedForLongIsNotServed() {
    assertThat(after(LONG - 1, 12, 4)).isZero();
    assertThat(after(1, 12, 4)).isEqualTo(8);
    assertThat(after(1, 9, 4)).as("as many as there were at least").isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 5.1})
  void whoWaitsInTurnIsServed(double inFlight) {
    assertThat(after(100, inFlight, 4)).isZero();
  }

  /** Their latency tells of them a moment later. */
  @Test
  void manyThatComeAtOnceAreServed() {
    after(LONG, 4, 4);
    assertThat(after(LONG - 1, 36, 4)).isZero();
    assertThat(after(1, 36, 36)).isZero();
    assertThat(after(LONG, 36, 36)).isZero();
  }

  @Test
  void nobodyIsServedByADeviceThatStandsStill() {
    assertThat(after(100, 12, 0)).isZero();
  }

  @Test
  void onlyAtFirstTheyMayBeOfSomebodyWhoWasThereBefore() {
    assertThat(unserved.mayBeOlder()).isFalse();
    after(240, 12, 4);
    assertThat(unserved.mayBeOlder()).isTrue();
    after(1, 12, 4);
    assertThat(unserved.mayBeOlder()).isFalse();
  }
}
