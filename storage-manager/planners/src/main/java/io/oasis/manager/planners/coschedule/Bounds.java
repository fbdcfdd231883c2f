package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Proofs by counting that boxes cannot all be put, on neighbours or not.
 *
 * <p>Of boxes that need more than 1/(k+1) of the servers each, at most k can be put at the same
 * time, so together they need at most k rounds. Likewise of boxes that need more than 1/(k+1) of
 * the round, at most k can be put on one server.
 */
final class Bounds {
  private Bounds() {}

  /**
   * Why boxes cannot all be put.
   *
   * @param boxes which of them, by index
   */
  record Proof(Conflict.Kind kind, List<Integer> boxes, int atMost) {}

  static Optional<Proof> proof(Packing packing) {
    List<Integer> all = indices(packing, box -> true);
    for (int i : all) {
      Box box = packing.boxes().get(i);
      if (box.servers() > packing.servers() || box.ticks() > packing.ticks()) {
        return Optional.of(new Proof(Conflict.Kind.TOO_LARGE, List.of(i), 0));
      }
    }
    Optional<Proof> counted = atOnce(packing).or(() -> perServer(packing));
    return counted.or(
        () ->
            sum(packing, all, Box::area) > packing.area()
                ? Optional.of(new Proof(Conflict.Kind.TOO_MUCH_TIME, all, 0))
                : Optional.empty());
  }

  private static Optional<Proof> atOnce(Packing packing) {
    for (int most : mosts(packing, packing.servers(), Box::servers)) {
      List<Integer> large =
          indices(packing, box -> (long) box.servers() * (most + 1) > packing.servers());
      if (sum(packing, large, Box::ticks) > (long) most * packing.ticks()) {
        return Optional.of(new Proof(Conflict.Kind.TOO_FEW_AT_ONCE, large, most));
      }
    }
    return Optional.empty();
  }

  private static Optional<Proof> perServer(Packing packing) {
    for (int most : mosts(packing, packing.ticks(), Box::ticks)) {
      List<Integer> wide =
          indices(packing, box -> (long) box.ticks() * (most + 1) > packing.ticks());
      if (sum(packing, wide, Box::servers) > (long) most * packing.servers()) {
        return Optional.of(new Proof(Conflict.Kind.TOO_FEW_PER_SERVER, wide, most));
      }
    }
    return Optional.empty();
  }

  /** How many of each box fit side by side; no other numbers say more. */
  private static TreeSet<Integer> mosts(Packing packing, int whole, ToIntFunction<Box> part) {
    TreeSet<Integer> mosts = new TreeSet<>();
    packing.boxes().forEach(box -> mosts.add(whole / part.applyAsInt(box)));
    return mosts;
  }

  private static List<Integer> indices(Packing packing, Predicate<Box> wanted) {
    List<Integer> indices = new ArrayList<>();
    for (int i = 0; i < packing.boxes().size(); i++) {
      if (wanted.test(packing.boxes().get(i))) {
        indices.add(i);
      }
    }
    return indices;
  }

  private static long sum(Packing packing, List<Integer> boxes, ToLongFunction<Box> part) {
    return boxes.stream().mapToLong(i -> part.applyAsLong(packing.boxes().get(i))).sum();
  }
}
