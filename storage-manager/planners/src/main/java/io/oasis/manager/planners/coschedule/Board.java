package io.oasis.manager.planners.coschedule;

import java.util.List;

/** A round in which some boxes have been put; immutable, so that a search can go back. */
interface Board {
  static Board empty(Packing packing) {
    return switch (packing.geometry()) {
      case FREE -> FreeBoard.empty(packing.servers(), packing.ticks());
      case CONTIGUOUS -> ContiguousBoard.empty(packing.servers(), packing.ticks());
    };
  }

  /**
   * The active corners (section 3.3) where the box fits: it cannot be moved to an earlier time nor,
   * where servers are neighbours, to a lower server. Lowest server first, then earliest.
   *
   * @param most enough
   */
  List<Spot> corners(Box box, int most);

  Board with(Box box, Spot spot);
}
