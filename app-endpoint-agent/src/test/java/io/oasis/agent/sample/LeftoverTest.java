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

  /**
   * 100 left a limit, 75 of them reads, and 30 the LUN; beyond that 80 reads of 4 KiB and 30 writes
   * of 8 KiB are nobody's. 0.4 of them show at once, the rest later.
   */
  @Test
  void whatWaitedIsTakenOffReadsAndWritesByTheirParts() {
    leftover.of(Work.NONE, Work.NONE, 0, 0, 100, SECONDS);
    Work entered = new Work(150, 50, 150 * BYTES, 100 * BYTES);
    Work done = new Work(325, 115, 325 * BYTES, 230 * BYTES);
    assertIs(leftover.of(done, entered, -20, -10, 0, SECONDS), 32, 12);
    assertIs(leftover.of(entered, entered, 0, 0, 0, SECONDS), 19.2, 7.2);
  }

  @Test
  void lessThanAPageASecondIsNotTold() {
    assertThat(left(0.5, 0, 0, 0)).isZero();
    assertThat(new Leftover().of(reads(3), Work.NONE, 0, 0, 0, SECONDS).operations())
        .isCloseTo(1.2, within(1e-9));
  }

  private static void assertIs(Work left, double reads, double writes) {
    assertThat(left.reads()).isCloseTo(reads, within(1e-9));
    assertThat(left.writes()).isCloseTo(writes, within(1e-9));
    assertThat(left.readBytes()).isCloseTo(reads * BYTES, within(1e-6));
    assertThat(left.writeBytes()).isCloseTo(2 * writes * BYTES, within(1e-6));
  }
}
