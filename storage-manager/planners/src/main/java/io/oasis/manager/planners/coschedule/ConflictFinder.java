package io.oasis.manager.planners.coschedule;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which workloads cannot be placed together: from a set that cannot be, workloads are left out, the
 * smallest first, as long as the rest is still proved to be impossible.
 */
final class ConflictFinder {
  /** Sets given to the solver at most. */
  private static final int MOST_SOLVED = 60;

  /** What each may cost, in seconds of a processor core or so; see {@link ExactSolver#solve}. */
  private static final double WORK_EACH = 0.05;

  private final Cluster cluster;
  private final Fraction rClustering;
  private final Packing whole;
  private final ExactSolver solver;
  private final Map<Workload, Box> boxes = new HashMap<>();
  private int solved;

  ConflictFinder(Cluster cluster, Fraction rClustering, Packing whole, ExactSolver solver) {
    this.cluster = cluster;
    this.rClustering = rClustering;
    this.whole = whole;
    this.solver = solver;
    for (int i = 0; i < whole.boxes().size(); i++) {
      boxes.put(cluster.workloads().get(i), whole.boxes().get(i));
    }
  }

  /** The conflict among workloads for which there is a proof by counting. */
  Optional<Conflict> counted() {
    Optional<Bounds.Proof> proof = Bounds.proof(packing(cluster.workloads()));
    if (proof.isEmpty()) {
      return Optional.empty();
    }
    List<Workload> few =
        reduced(
            proof.get().boxes().stream().map(cluster.workloads()::get).toList(),
            1,
            some -> Bounds.proof(packing(some)).isPresent());
    return Optional.of(conflict(few));
  }

  /** The conflict among workloads of which all arrangements were ruled out. */
  Conflict searched() {
    List<Workload> few = cluster.workloads();
    for (int chunk = StrictMath.max(1, few.size() / 8); chunk >= 1; chunk /= 2) {
      few = reduced(few, chunk, this::isImpossible);
    }
    return conflict(few);
  }

  /** A property of a set of workloads. */
  private interface Test {
    boolean holds(List<Workload> some);
  }

  private List<Workload> reduced(List<Workload> all, int chunk, Test impossible) {
    Set<Workload> kept = new LinkedHashSet<>(all);
    List<Workload> smallestFirst =
        all.stream()
            .sorted(Comparator.comparingDouble(w -> w.servers() * w.share().value()))
            .toList();
    for (int i = 0; i < smallestFirst.size(); i += chunk) {
      Set<Workload> fewer = new LinkedHashSet<>(kept);
      smallestFirst
          .subList(i, StrictMath.min(i + chunk, smallestFirst.size()))
          .forEach(fewer::remove);
      if (!fewer.isEmpty() && impossible.holds(List.copyOf(fewer))) {
        kept = fewer;
      }
    }
    return List.copyOf(kept);
  }

  /** Counting is not asked: what it does not prove of all workloads it does not of some. */
  private boolean isImpossible(List<Workload> some) {
    Packing packing = packing(some);
    return isInfeasible(packing.with(Geometry.FREE))
        || (whole.geometry() == Geometry.CONTIGUOUS && isInfeasible(packing));
  }

  private boolean isInfeasible(Packing packing) {
    return solved++ < MOST_SOLVED
        && solver.solve(packing, WORK_EACH) instanceof ExactSolver.Answer.Infeasible;
  }

  private Packing packing(List<Workload> some) {
    return whole.only(some.stream().map(boxes::get).toList());
  }

  private Conflict conflict(List<Workload> few) {
    Optional<Bounds.Proof> proof = Bounds.proof(packing(few));
    return proof
        .map(found -> new Conflict(found.kind(), few, words(found, few)))
        .orElseGet(
            () ->
                new Conflict(
                    Conflict.Kind.NO_ARRANGEMENT,
                    few,
                    ConflictWords.noArrangement(few, whole.geometry(), rClustering)));
  }

  private String words(Bounds.Proof proof, List<Workload> few) {
    return ConflictWords.of(proof, few, cluster.servers(), rClustering);
  }
}
