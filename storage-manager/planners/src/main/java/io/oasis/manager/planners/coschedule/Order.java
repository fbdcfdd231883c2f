package io.oasis.manager.planners.coschedule;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** In which order boxes are put: the four of section 3.5. */
public enum Order {
  /** BLF: as they come. */
  AS_GIVEN("BLF", Comparator.comparingInt(box -> 0)),

  /** BLF-DW: the longest timeslice first. */
  DECREASING_WIDTH("BLF-DW", Comparator.comparingInt(box -> -box.ticks())),

  /** BLF-DH: the most servers first. */
  DECREASING_HEIGHT("BLF-DH", Comparator.comparingInt(box -> -box.servers())),

  /** BLF-DA: the largest area first. */
  DECREASING_AREA("BLF-DA", Comparator.comparingLong(box -> -box.area()));

  private final String label;
  private final Comparator<Box> comparator;

  Order(String label, Comparator<Box> comparator) {
    this.label = label;
    this.comparator = comparator;
  }

  /** The paper's name. */
  public String label() {
    return label;
  }

  /** Places in the list of boxes in this order; of equal rank, in the order in which they come. */
  List<Integer> sorted(List<Box> boxes) {
    return IntStream.range(0, boxes.size())
        .boxed()
        .sorted(Comparator.comparing(boxes::get, comparator))
        .toList();
  }

  /** The kinds of boxes in this order; of equal rank, in the order in which they come. */
  List<Box> kinds(List<Box> boxes) {
    return boxes.stream().distinct().sorted(comparator).toList();
  }
}
