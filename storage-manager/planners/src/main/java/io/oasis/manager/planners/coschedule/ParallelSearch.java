package io.oasis.manager.planners.coschedule;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The four heuristics side by side (section 3.5): which of them leads to a schedule soon cannot be
 * known beforehand, so each gets a few steps in turn until one is there. Steps, not threads: the
 * same packing gives the same schedule on every machine.
 */
final class ParallelSearch {
  /** Steps of one search before it is the next one's turn. */
  private static final int TURN = 64;

  private ParallelSearch() {}

  /** How it ended. */
  sealed interface Answer {
    /** These spots, in the order of the boxes. */
    record Found(List<Spot> spots, Order by, long steps) implements Answer {}

    /** All was tried: there is no schedule. */
    record Exhausted(Order by, long steps) implements Answer {}

    /** The steps were not enough. */
    record GaveUp(long steps) implements Answer {}
  }

  /**
   * @param mostSteps of all searches together; each finishes at least its first schedule
   */
  static Answer search(Packing packing, Set<Order> orders, long mostSteps) {
    Map<Order, CornerSearch> searches = new LinkedHashMap<>();
    for (Order order : EnumSet.copyOf(orders)) {
      searches.put(order, new CornerSearch(packing, order));
    }
    int turn = packing.boxes().size() + 1;
    long steps = 0;
    do {
      for (Map.Entry<Order, CornerSearch> entry : searches.entrySet()) {
        CornerSearch search = entry.getValue();
        steps += turn;
        switch (search.advance(turn)) {
          case FOUND -> {
            return new Answer.Found(search.spots().orElseThrow(), entry.getKey(), steps);
          }
          case EXHAUSTED -> {
            return new Answer.Exhausted(entry.getKey(), steps);
          }
          case SEARCHING -> {}
        }
      }
      turn = TURN;
    } while (steps < mostSteps);
    return new Answer.GaveUp(steps);
  }
}
