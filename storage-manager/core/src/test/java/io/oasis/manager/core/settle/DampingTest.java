package io.oasis.manager.core.settle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows which moves of an allocation wait, and which of them are a limit cycle. */
class DampingTest {
  private Damping damping = new Damping();

  @BeforeEach
  void begin() {
    damping = new Damping();
  }

  @Test
  void aMoveWithinTheDeadBandWaits() {
    assertThat(damping.mustHold(100, 102, 0)).isTrue();
    assertThat(damping.mustHold(100, 98, 0)).isTrue();
    assertThat(damping.mustHold(100, 102.1, 0)).isFalse();
  }

  /** Three intervals, unless it is a move of a tenth. */
  @Test
  void whoMovedDoesNotTurnBackAtOnce() {
    damping.moved(100, 110, 10);
    assertThat(damping.mustHold(110, 105, 11)).isTrue();
    assertThat(damping.mustHold(110, 105, 12)).isTrue();
    assertThat(damping.mustHold(110, 105, 13)).isFalse();
    assertThat(damping.mustHold(110, 115, 11)).as("the same way").isFalse();
    assertThat(damping.mustHold(100, 90, 11)).as("by a tenth").isFalse();
    assertThat(damping.mustHold(100, 90.1, 11)).as("by less").isTrue();
  }

  @Test
  void whatWasNoMoveHasNoDirection() {
    damping.moved(100, 102, 0);
    assertThat(damping.mustHold(102, 97, 1)).as("within the dead band").isFalse();
    damping.moved(100, 98, 1);
    assertThat(damping.mustHold(98, 103, 2)).as("within the dead band, down").isFalse();
    damping.moved(0, 10, 2);
    assertThat(damping.mustHold(10, 9.5, 3)).as("from nothing").isFalse();
    assertThat(damping.reversals()).isZero();
  }

  /** Sixty at once, then one every six intervals; it never saves up more. */
  @Test
  void whoIsPushedOftenWaits() {
    spendAllButOne(100);
    assertThat(damping.mustHold(100, 110, 100)).as("one is left").isFalse();
    damping.moved(100, 110, 100);
    assertThat(damping.mustHold(100, 110, 105)).isTrue();
    assertThat(damping.mustHold(100, 110, 106)).isFalse();
    assertThat(damping.mustHold(0, 10, 100)).as("from nothing, never").isFalse();

    damping.moved(100, 110, 10_000);
    spendAllButOne(10_000);
    assertThat(damping.mustHold(100, 110, 10_000)).as("after long rest").isTrue();
  }

  private void spendAllButOne(long interval) {
    for (int i = 1; i < Stability.PUSH_BUDGET; i++) {
      damping.moved(100, 110, interval);
    }
  }

  /** Moves up and down in turn, the first of them up. */
  private void toAndFro(long first, long last) {
    for (long interval = first; interval <= last; interval++) {
      boolean up = (interval - first) % 2 == 0;
      damping.moved(100, up ? 110 : 90, interval);
    }
  }

  @Test
  void fourReversalsAreACycleThatIsToldOnce() {
    toAndFro(0, 3);
    assertThat(damping.reversals()).isEqualTo(3);
    assertThat(damping.takeCycle(3)).isFalse();
    damping.moved(100, 110, 4);
    assertThat(damping.takeCycle(4)).isTrue();
    assertThat(damping.takeCycle(4)).isFalse();
    assertThat(damping.reversals()).isEqualTo(4);
  }

  @Test
  void theyAreOneWithinSixtyIntervals() {
    toAndFro(0, 3);
    damping.moved(100, 110, 60);
    assertThat(damping.takeCycle(61)).as("told too late").isFalse();
    assertThat(damping.takeCycle(60)).isTrue();
  }

  /** A reversal after 61 begins to count anew, and from there. */
  @Test
  void reversalsOfLongAgoDoNotCount() {
    toAndFro(0, 2);
    damping.moved(100, 90, 61);
    assertThat(damping.takeCycle(61)).isFalse();
    damping.moved(100, 110, 62);
    damping.moved(100, 90, 63);
    assertThat(damping.takeCycle(63)).isFalse();
    damping.moved(100, 110, 64);
    assertThat(damping.takeCycle(64)).isTrue();
  }

  @Test
  void whatAnotherCauseMovedIsForgotten() {
    toAndFro(0, 4);
    damping.forgetCycle();
    assertThat(damping.takeCycle(4)).isFalse();
  }
}
