package io.oasis.manager.planners.coschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search of Figure 4 finds what there is, and ends only where there is nothing. */
class CornerSearchTest {
  /** Shows that active corners are enough: the search says the same as trying every place. */
  @ParameterizedTest
  @EnumSource(Geometry.class)
  void saysTheSameAsTryingEveryPlace(Geometry geometry) {
    int fitting = 0;
    for (long seed = 1; seed <= 600; seed++) {
      Packing packing = random(geometry, seed);
      boolean fits = BruteForce.fits(packing);
      fitting += fits ? 1 : 0;
      for (Order order : Order.values()) {
        CornerSearch search = new CornerSearch(packing, order);
        assertThat(search.advance(Integer.MAX_VALUE))
            .as("seed %d, %s", seed, order)
            .isEqualTo(fits ? CornerSearch.State.FOUND : CornerSearch.State.EXHAUSTED);
      }
      assertThat(fits && Bounds.proof(packing).isPresent()).as("seed %d", seed).isFalse();
    }
    assertThat(fitting).isBetween(100, 500);
  }

  /**
   * Shows that a search goes on where it stopped: the steps say when it ends, not what it finds.
   */
  @Test
  void goesOnWhereItStopped() {
    Packing packing = random(Geometry.CONTIGUOUS, 7);
    CornerSearch inOneGo = new CornerSearch(packing, Order.DECREASING_AREA);
    CornerSearch inSteps = new CornerSearch(packing, Order.DECREASING_AREA);
    CornerSearch.State state = inOneGo.advance(Integer.MAX_VALUE);
    while (inSteps.advance(1) == CornerSearch.State.SEARCHING) {
      assertThat(inSteps.spots()).isEmpty();
    }
    assertThat(inSteps.advance(1)).isEqualTo(state);
    assertThat(inSteps.spots()).isEqualTo(inOneGo.spots());
  }

  /** Shows BLF-DW of section 3.3: the widest first, as low and then as early as possible. */
  @Test
  void putsTheWidestFirstLowAndEarly() {
    Packing packing =
        new Packing(
            3, 6, Geometry.CONTIGUOUS, List.of(new Box(1, 2), new Box(2, 4), new Box(1, 6)));
    CornerSearch search = new CornerSearch(packing, Order.DECREASING_WIDTH);
    search.advance(Integer.MAX_VALUE);
    assertThat(search.spots()).contains(List.of(new Spot(4, 1), new Spot(0, 1), new Spot(0, 0)));
  }

  /** Shows a hole being filled: what was put later may be lower than what was put before. */
  @Test
  void fillsHoles() {
    Board board = Board.empty(new Packing(3, 6, Geometry.CONTIGUOUS, List.of()));
    board = board.with(new Box(1, 3), new Spot(0, 0)).with(new Box(1, 6), new Spot(0, 1));
    assertThat(board.corners(new Box(1, 3), 9)).containsExactly(new Spot(3, 0), new Spot(0, 2));
  }

  static Packing random(Geometry geometry, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Box> boxes = new ArrayList<>();
    int count = random.nextInt(3, 7);
    for (int i = 0; i < count; i++) {
      boxes.add(new Box(random.nextInt(1, 5), random.nextInt(1, 5)));
    }
    return new Packing(random.nextInt(4, 7), random.nextInt(4, 8), geometry, boxes);
  }
}
