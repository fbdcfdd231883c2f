package io.oasis.manager.planners.coschedule;

import java.util.List;

/**
 * What came of planning.
 *
 * @param attempts what was tried, in order; the last one decided
 */
public record Plan(Result result, List<Attempt> attempts) {
  public Plan {
    attempts = List.copyOf(attempts);
  }

  /** The end of planning. */
  public sealed interface Result {}

  /** This schedule. */
  public record Planned(Schedule schedule) implements Result {}

  /** None exists at the least R_clustering, nor at a greater one. */
  public record Impossible(Conflict conflict) implements Result {}

  /** None was found, and none is proved not to exist. */
  public record Undecided(String why) implements Result {}

  /**
   * One way at one R_clustering.
   *
   * @param by the heuristic by the paper's name, {@code near} one, {@code counting}, {@code
   *     heuristics}, {@code nearby orders} or {@code solver}
   * @param outcome in words
   * @param steps boxes put or taken back by then, by a search; counting and the solver have none
   */
  public record Attempt(Fraction rClustering, String by, String outcome, long steps) {}

  /** Boxes put or taken back by all searches. */
  public long steps() {
    return attempts.stream().mapToLong(Attempt::steps).sum();
  }
}
