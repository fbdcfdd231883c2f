package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Plans the round of a cluster: at each R_clustering from the wanted to the least, a proof by
 * counting, the four heuristics with the search of what is near them, orders near theirs, then the
 * solver.
 *
 * <p>Where servers must be neighbours the solver is first asked for any servers: that is quick, and
 * if those do not exist neighbours do not either.
 */
public final class Coscheduler {
  /** Any will do; a fixed one gives the same cluster the same schedule. */
  private static final long SEED = 1;

  private static final String TOO_LARGE = "too many servers to be placed as neighbours";

  private final ExactSolver solver;
  private final Limits limits;
  private final Set<Order> orders;
  private final Share share;

  public Coscheduler(ExactSolver solver, Limits limits) {
    this(solver, limits, EnumSet.allOf(Order.class));
  }

  /**
   * @param orders the heuristics that take part
   */
  public Coscheduler(ExactSolver solver, Limits limits, Set<Order> orders) {
    this(solver, limits, orders, Share.WHOLE);
  }

  /**
   * @param share of the heuristics and of the orders near theirs; the solver's work is not divided
   */
  public Coscheduler(ExactSolver solver, Limits limits, Set<Order> orders, Share share) {
    this.solver = solver;
    this.limits = limits;
    this.orders = EnumSet.copyOf(orders);
    this.share = share;
  }

  public Plan plan(Cluster cluster, Wish wish) {
    List<Plan.Attempt> attempts = new ArrayList<>();
    Plan.Result result = new Plan.Undecided("nothing was tried");
    for (Fraction rClustering : wish.ladder()) {
      double work = rClustering.equals(wish.least()) ? limits.lastWork() : limits.solverWork();
      result = new Rung(cluster, wish, rClustering, attempts).plan(work);
      if (result instanceof Plan.Planned) {
        break;
      }
    }
    return new Plan(result, attempts);
  }

  /** Planning at one R_clustering. */
  private final class Rung {
    private final Cluster cluster;
    private final Packing packing;
    private final Fraction rClustering;
    private final List<Plan.Attempt> attempts;
    private final ConflictFinder conflicts;
    private final boolean last;

    Rung(Cluster cluster, Wish wish, Fraction rClustering, List<Plan.Attempt> attempts) {
      this.cluster = cluster;
      this.packing = Packing.of(cluster, wish.geometry(), rClustering);
      this.rClustering = rClustering;
      this.attempts = attempts;
      this.conflicts = new ConflictFinder(cluster, rClustering, packing, solver);
      this.last = rClustering.equals(wish.least());
    }

    Plan.Result plan(double work) {
      Optional<Conflict> counted = conflicts.counted();
      if (counted.isPresent()) {
        tried("counting", "impossible", 0);
        return new Plan.Impossible(counted.get());
      }
      if (packing.isTooLarge()) {
        tried("heuristics", TOO_LARGE, 0);
        return new Plan.Undecided(TOO_LARGE);
      }
      Set<Order> own = own();
      if (own.isEmpty()) {
        return nearby(work);
      }
      return switch (ParallelSearch.search(packing, own, limits.steps())) {
        case ParallelSearch.Answer.Found found ->
            planned(
                found.spots(),
                found.by().label(),
                "found after " + found.steps() + " steps",
                found.steps());
        case ParallelSearch.Answer.Exhausted exhausted -> {
          tried(exhausted.by().label(), "impossible: all was tried", exhausted.steps());
          yield impossible();
        }
        case ParallelSearch.Answer.GaveUp gaveUp -> {
          tried("heuristics", "nothing found in " + gaveUp.steps() + " steps", gaveUp.steps());
          yield nearby(work);
        }
      };
    }

    /** The heuristics of this share. */
    private Set<Order> own() {
      List<Order> all = List.copyOf(orders);
      return IntStream.range(0, all.size())
          .filter(share::has)
          .mapToObj(all::get)
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(Order.class)));
    }

    private Plan.Result nearby(double work) {
      return switch (NearbyOrders.search(
          packing, orders, share, limits.orderSteps(), new SplittableRandom(SEED))) {
        case NearbyOrders.Answer.Found found ->
            planned(
                found.spots(),
                "near " + found.by().label(),
                "found in order " + found.tries(),
                found.steps());
        case NearbyOrders.Answer.GaveUp gaveUp -> {
          tried(
              "nearby orders",
              "nothing found in " + limits.orderSteps() + " steps",
              gaveUp.steps());
          yield solve(work);
        }
      };
    }

    private Plan.Result solve(double work) {
      Packing free = packing.with(Geometry.FREE);
      ExactSolver.Answer answer = solver.solve(free, work);
      if (packing.geometry() == Geometry.CONTIGUOUS && answer instanceof ExactSolver.Answer.Found) {
        answer = solver.solve(packing, work);
      }
      return switch (answer) {
        case ExactSolver.Answer.Found found -> planned(found.spots(), "solver", "found", 0);
        case ExactSolver.Answer.Infeasible _ -> {
          tried("solver", "impossible", 0);
          yield impossible();
        }
        case ExactSolver.Answer.Unknown unknown -> {
          tried("solver", unknown.why(), 0);
          yield new Plan.Undecided(unknown.why());
        }
      };
    }

    private Plan.Planned planned(List<Spot> spots, String by, String outcome, long steps) {
      tried(by, outcome, steps);
      return new Plan.Planned(ServerChoice.schedule(cluster, packing, spots));
    }

    /** The smallest conflict is only looked for where it is told. */
    private Plan.Result impossible() {
      return last
          ? new Plan.Impossible(conflicts.searched())
          : new Plan.Undecided("impossible at R_clustering " + rClustering);
    }

    private void tried(String by, String outcome, long steps) {
      attempts.add(new Plan.Attempt(rClustering, by, outcome, steps));
    }
  }
}
