package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shows the moving averages to the number: buckets of 250 ms, each a tenth less than the next. */
class LevelsTest {
  private static final long BUCKET = 250_000_000L;

  private final Levels levels = new Levels();
  private final Slot<String> slot = new Slot<>("one");
  private int moved;

  /** At an age of one bucket, 10 weigh as much as 9 do now. */
  @Test
  void whatIsTwentyBucketsOldFallsOut() {
    levels.advance(0);
    Levels.Level level = levels.open(slot, () -> moved++);
    levels.add(level, 10);
    levels.advance(BUCKET);
    levels.add(level, 9);
    assertThat(level.weighted()).isCloseTo(20, within(1e-9));
    levels.advance(20 * BUCKET - 1);
    assertThat(moved).isZero();
    levels.advance(20 * BUCKET);
    assertThat(level.weighted()).isCloseTo(10, within(1e-9));
    levels.advance(21 * BUCKET);
    assertThat(level.weighted()).as("exactly").isZero();
    assertThat(moved).isEqualTo(2);
    levels.advance(60 * BUCKET);
    assertThat(moved).as("once each").isEqualTo(2);
  }

  @Test
  void afterALongPauseNothingIsLeft() {
    levels.advance(0);
    Levels.Level level = levels.open(slot, () -> moved++);
    levels.add(level, 10);
    levels.advance(BUCKET);
    levels.add(level, 9);
    levels.advance(500 * BUCKET);
    assertThat(level.weighted()).isZero();
  }

  /** From the thousand and first bucket on, weights are counted from there. */
  @Test
  void aNewBaseKeepsWhatLevelsAreWorthAndTheirPlacesInTheHeap() {
    levels.advance(0);
    Levels.Level level = levels.open(slot, () -> moved++);
    levels.advance(1_000 * BUCKET);
    levels.add(level, 1);
    Heap<String> heap = new Heap<>();
    heap.put(slot, level.weighted());
    levels.advance(1_001 * BUCKET);
    assertThat(level.weighted()).isCloseTo(0.9, within(1e-9));
    assertThat(heap.topKey()).isEqualTo(level.weighted());
  }

  @Test
  void whoLeftIsToldNothingMore() {
    levels.advance(0);
    Levels.Level level = levels.open(slot, () -> moved++);
    levels.add(level, 10);
    levels.close(level);
    levels.advance(20 * BUCKET);
    assertThat(moved).isZero();
  }
}
