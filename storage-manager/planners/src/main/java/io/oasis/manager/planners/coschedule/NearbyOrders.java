package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Small changes to the heuristics' orders, tried at random (section 3.3, after Lesh et al.): the
 * next box is the first of the sorted ones that a coin accepts, and goes to its lowest, then
 * earliest place. {@link CornerSearch} changes the end of an order first and seldom gets to its
 * beginning; this changes it everywhere.
 */
final class NearbyOrders {
  private final Packing packing;
  private final RandomGenerator random;
  private long steps;

  private NearbyOrders(Packing packing, RandomGenerator random) {
    this.packing = packing;
    this.random = random;
  }

  /** How it ended. */
  sealed interface Answer {
    /** These spots, in the order of the boxes. */
    record Found(List<Spot> spots, Order by, int tries, long steps) implements Answer {}

    /** The steps were not enough. */
    record GaveUp(long steps) implements Answer {}
  }

  /**
   * Tries orders near those of the heuristics in turn. Whose part they are is the only thing that a
   * share changes: which orders there are is the same for all.
   *
   * @param mostSteps boxes put; an order that was begun is tried to its end
   */
  static Answer search(
      Packing packing, Set<Order> orders, Share share, long mostSteps, RandomGenerator random) {
    NearbyOrders nearby = new NearbyOrders(packing, random);
    List<Order> all = List.copyOf(EnumSet.copyOf(orders));
    for (int i = 0; nearby.steps < mostSteps; i++) {
      Order order = all.get(i % all.size());
      List<Integer> near = nearby.near(order.sorted(packing.boxes()));
      Optional<List<Spot>> spots = share.has(i) ? nearby.put(near) : Optional.empty();
      if (spots.isPresent()) {
        return new Answer.Found(spots.get(), order, i + 1, nearby.steps);
      }
    }
    return new Answer.GaveUp(nearby.steps);
  }

  private List<Integer> near(List<Integer> sorted) {
    List<Integer> left = new ArrayList<>(sorted);
    List<Integer> near = new ArrayList<>();
    int at = 0;
    while (!left.isEmpty()) {
      if (random.nextBoolean()) {
        near.add(left.remove(at));
        at = 0;
      } else {
        at++;
      }
      at = at < left.size() ? at : 0;
    }
    return near;
  }

  private Optional<List<Spot>> put(List<Integer> order) {
    Board board = Board.empty(packing);
    Spot[] spots = new Spot[order.size()];
    for (int i : order) {
      List<Spot> corners = board.corners(packing.boxes().get(i), 1);
      steps++;
      if (corners.isEmpty()) {
        return Optional.empty();
      }
      spots[i] = corners.getFirst();
      board = board.with(packing.boxes().get(i), spots[i]);
    }
    return Optional.of(Arrays.asList(spots));
  }
}
