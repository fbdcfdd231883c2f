package io.oasis.manager.planners.coschedule;

/**
 * Where a box is put.
 *
 * @param start tick of the round
 * @param server the first of its servers where they are neighbours; 0 where any will do
 */
public record Spot(int start, int server) {
  public Spot {
    if (start < 0 || server < 0) {
      throw new IllegalArgumentException("spot = " + start + ", " + server + ": must be 0 or more");
    }
  }

  static Spot at(int start) {
    return new Spot(start, 0);
  }
}
