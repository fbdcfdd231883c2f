package io.oasis.lab.zoo.judge;

import java.util.List;

/**
 * Total against least share of all static limits that were tried. Where fairness costs total, the
 * upper edge of these is what there is to choose from: a lower bound of it.
 *
 * @param points what was tried; none where nobody searched
 */
public record Frontier(List<Point> points) {
  /** Nobody searched. */
  public static final Frontier UNKNOWN = new Frontier(List.of());

  /** Who is behind by less than this part stands on the frontier. */
  private static final double NEAR = 0.95;

  /** Totals that differ by less are the same: chance. */
  private static final double SAME = 0.005;

  /** What some limits come to. */
  public record Point(double total, double leastShare) {}

  public Frontier {
    points = List.copyOf(points);
  }

  public boolean isKnown() {
    return !points.isEmpty();
  }

  /** The best least share at this total or more; NaN where nobody searched, 0 where none has it. */
  public double leastShareAt(double total) {
    return isKnown()
        ? points.stream()
            .filter(point -> point.total >= total)
            .mapToDouble(Point::leastShare)
            .max()
            .orElse(0)
        : Double.NaN;
  }

  /**
   * Whether no limits that were tried are better by 5 % in one of both, and as good in the other.
   */
  public boolean isReachedBy(double total, double leastShare) {
    return leastShare >= NEAR * leastShareAt(total - SAME)
        && points.stream()
            .noneMatch(one -> one.leastShare >= leastShare && total < NEAR * one.total);
  }
}
