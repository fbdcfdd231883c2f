package io.oasis.manager.planners.coschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows the four orders of section 3.5, with the paper's names. */
class OrderTest {
  /** Of areas 2, 3, 8 and 6. */
  private static final List<Box> BOXES =
      List.of(new Box(1, 2), new Box(3, 1), new Box(2, 4), new Box(1, 6));

  @ParameterizedTest
  @CsvSource({
    "AS_GIVEN, BLF, 0 1 2 3",
    "DECREASING_WIDTH, BLF-DW, 3 2 0 1",
    "DECREASING_HEIGHT, BLF-DH, 1 2 0 3",
    "DECREASING_AREA, BLF-DA, 2 3 1 0"
  })
  void theLargestComesFirst(Order order, String label, String places) {
    List<Integer> expected = places.chars().filter(c -> c != ' ').mapToObj(c -> c - '0').toList();
    assertThat(order.label()).isEqualTo(label);
    assertThat(order.sorted(BOXES)).isEqualTo(expected);
    assertThat(order.kinds(BOXES)).isEqualTo(expected.stream().map(BOXES::get).toList());
  }
}
