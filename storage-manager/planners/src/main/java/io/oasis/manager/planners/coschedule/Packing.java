package io.oasis.manager.planners.coschedule;

import java.util.List;

/**
 * Boxes to be put into a round of so many servers and ticks, without turning them (section 3.2).
 *
 * @param boxes in the order of the workloads
 */
public record Packing(int servers, int ticks, Geometry geometry, List<Box> boxes) {
  /** Words that a search takes for the gaps of one server. */
  private static final int GAPS_KEPT = 15;

  /** Words that a search may take; four run. */
  private static final long MOST_KEPT = 2_000_000;

  public Packing {
    boxes = List.copyOf(boxes);
  }

  /**
   * A round that is longer than the shares by 1 / R_clustering (section 3.5). Slices are pushed
   * together to the left, so they end on whole ticks, and what the round has beyond its last whole
   * tick is of no use.
   */
  static Packing of(Cluster cluster, Geometry geometry, Fraction rClustering) {
    int unit = cluster.unitTicks();
    long ticks = (long) unit * rClustering.denominator() / rClustering.numerator();
    List<Box> boxes =
        cluster.workloads().stream()
            .map(
                workload ->
                    new Box(
                        workload.servers(),
                        unit / workload.share().denominator() * workload.share().numerator()))
            .toList();
    return new Packing(cluster.servers(), StrictMath.toIntExact(ticks), geometry, boxes);
  }

  Packing with(Geometry other) {
    return new Packing(servers, ticks, other, boxes);
  }

  Packing only(List<Box> some) {
    return new Packing(servers, ticks, geometry, some);
  }

  /**
   * True if a search would take tens of megabytes: it keeps, for each box that is put, the row of
   * servers and the changed gaps of its own.
   */
  boolean isTooLarge() {
    if (geometry == Geometry.FREE) {
      return false;
    }
    long kept = boxes.stream().mapToLong(box -> servers + (long) GAPS_KEPT * box.servers()).sum();
    return kept > MOST_KEPT;
  }

  long area() {
    return (long) servers * ticks;
  }
}
