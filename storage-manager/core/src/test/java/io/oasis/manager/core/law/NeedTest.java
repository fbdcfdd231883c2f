package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows what somebody who is content is known to need. */
class NeedTest {
  private static final double LENGTH = 0.25;

  private final Need need = new Need();

  private void takes(double perSecond, double latency, double forSeconds) {
    for (double seconds = 0; seconds < forSeconds; seconds += LENGTH) {
      need.follow(perSecond, perSecond, true, latency, LENGTH);
    }
  }

  @Test
  void itGrowsAtOnceAndFallsSlowly() {
    need.found(200);
    takes(250, 0.01, LENGTH);
    assertThat(need.perSecond()).isEqualTo(250);
    takes(150, 0.01, 10);
    assertThat(need.perSecond()).isCloseTo(150 + 100 * Math.exp(-0.2), within(1.0));
  }

  /** Less is taken as limits are eased: there is less to take. */
  @Test
  void whatWasFoundUnderLimitsDoesNotFallUntilTheyAreOff() {
    need.found(200);
    need.keep();
    takes(50, 0.01, 60);
    assertThat(need.perSecond()).isEqualTo(200);
    need.letSink();
    takes(50, 0.01, 60);
    assertThat(need.perSecond()).isLessThan(100);
  }

  @Test
  void whatGrowsUnderLimitsFallsAsEver() {
    need.found(200);
    need.keep();
    takes(210, 0.01, LENGTH);
    takes(50, 0.01, 60);
    assertThat(need.perSecond()).isLessThan(110);
  }

  /** Who gets less because others take more would be left with ever less. */
  @Test
  void itDoesNotFallWhereTheLatencyHasRisen() {
    need.found(200);
    takes(250, 0.01, LENGTH);
    takes(50, 0.04, 60);
    assertThat(need.perSecond()).isEqualTo(250);
  }
}
