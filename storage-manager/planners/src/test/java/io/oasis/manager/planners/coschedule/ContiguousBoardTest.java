package io.oasis.manager.planners.coschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows where a box can go on neighbours, and that what is put leaves the time around it. */
class ContiguousBoardTest {
  private static final int ENOUGH = 99;

  /** Server 0 is busy from 3 to 7, server 1 from 5 to 6. */
  private static final Board BOARD =
      ContiguousBoard.empty(2, 10)
          .with(new Box(1, 4), new Spot(3, 0))
          .with(new Box(1, 1), new Spot(5, 1));

  @Test
  void aBoxFitsBeforeAndBehindWhatIsThere() {
    assertThat(BOARD.corners(new Box(1, 3), ENOUGH))
        .containsExactly(new Spot(0, 0), new Spot(7, 0), new Spot(6, 1));
    assertThat(BOARD.corners(new Box(1, 4), ENOUGH))
        .containsExactly(new Spot(0, 1), new Spot(6, 1));
    assertThat(BOARD.corners(new Box(1, 6), ENOUGH)).isEmpty();
  }

  @Test
  void onBothServersItFitsWhereBothAreFree() {
    assertThat(BOARD.corners(new Box(2, 3), ENOUGH))
        .containsExactly(new Spot(0, 0), new Spot(7, 0));
    assertThat(BOARD.corners(new Box(2, 4), ENOUGH)).isEmpty();
  }

  @Test
  void noMoreCornersAreLookedForThanAreWanted() {
    Board split = BOARD.with(new Box(1, 1), new Spot(7, 0));
    assertThat(split.corners(new Box(1, 2), ENOUGH))
        .containsExactly(new Spot(0, 0), new Spot(8, 0), new Spot(6, 1));
    assertThat(split.corners(new Box(1, 2), 1))
        .contains(new Spot(0, 0))
        .doesNotContain(new Spot(6, 1));
  }

  /** Three pieces are left of server 0, two of server 1; they have three in common. */
  @Test
  void manyPiecesAreComparedWithMany() {
    Board board =
        ContiguousBoard.empty(2, 20)
            .with(new Box(1, 2), new Spot(4, 0))
            .with(new Box(1, 2), new Spot(12, 0))
            .with(new Box(1, 2), new Spot(8, 1));
    assertThat(board.corners(new Box(2, 2), ENOUGH))
        .isEqualTo(List.of(new Spot(0, 0), new Spot(6, 0), new Spot(10, 0), new Spot(14, 0)));
    assertThat(board.corners(new Box(2, 4), ENOUGH))
        .isEqualTo(List.of(new Spot(0, 0), new Spot(14, 0)));
  }

  @Test
  void whatIsFilledFromEndToEndIsFull() {
    Board full = BOARD.with(new Box(2, 3), new Spot(0, 0)).with(new Box(2, 3), new Spot(7, 0));
    assertThat(full.corners(new Box(1, 1), ENOUGH)).containsExactly(new Spot(3, 1), new Spot(6, 1));
  }
}
