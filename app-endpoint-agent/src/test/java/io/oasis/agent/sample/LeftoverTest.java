package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows that nobody's I/O is what nobody asked for, and not what waited a while. */
class LeftoverTest {
  private static final double SECONDS = 0.25;
  private static final int BYTES = 4_096;

  private final Leftover leftover = new Leftover();

  private static Work reads(double count) {
    return new Work(count, 0, count * BYTES, 0);
  }

  private double left(double done, double entered, double inFlightMore, double held) {
    return leftover.of(reads(done), reads(entered), inFlightMore, 0, held, SECONDS).operations();
  }

  @Test
  void whatNoCgroupAskedForIsNobodys() {
    double left = 0;
    for (int i = 0; i < 20; i++) {
      left = left(250, 200, 0, 0);
    }
    assertThat(left).isCloseTo(50, within(0.1));
  }

  /** An open loop of 200 an interval: the LUN stood still for a second, and catches up. */
  @Test
  void whatDrainsFromTheLunIsNot() {
    for (int i = 0; i < 4; i++) {
      assertThat(left(0, 200, 200, 0)).isZero();
    }
    for (int i = 0; i < 8; i++) {
      assertThat(left(300, 200, -100, 0)).isZero();
    }
  }

  /** 400 waited behind a limit that was lifted; they are done in two intervals. */
  @Test
  void whatWasHeldIsNot() {
    for (int i = 0; i < 8; i++) {
      assertThat(left(150, 200, 0, 50.0 * (i + 1))).isZero();
    }
    assertThat(left(400, 200, 0, 200)).isZero();
    assertThat(left(400, 200, 0, 0)).isZero();
    assertThat(left(200, 200, 0, 0)).isZero();
  }
}
