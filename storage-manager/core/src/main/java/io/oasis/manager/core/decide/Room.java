package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.capacity.CostModel;
import io.oasis.protocol.CapacityEstimate;
import java.util.Optional;

/** What there was to share when there last was too little, for people to see. */
final class Room {
  /** What a device completes in a second says what it can up to so many standard deviations. */
  private static final double CHANCE = 2;

  private double cost;

  /** Of what a former controller knew it goes on showing how much there was. */
  Room(CapacityMemory memory) {
    cost = memory.center();
  }

  void is(double costPerSecond) {
    cost = costPerSecond;
  }

  /** Cost per second; 0 before it was known. */
  double cost() {
    return cost;
  }

  Optional<Double> known() {
    return Optional.of(cost).filter(known -> known > 0);
  }

  /** A successor listens for two seconds, and asks. */
  CapacityMemory memory() {
    return new CapacityMemory(cost, 0, cost);
  }

  /**
   * @param meanCost of an I/O of the domain
   */
  CapacityEstimate estimate(double meanCost, boolean isShort) {
    double chance = CHANCE * StrictMath.sqrt(cost);
    double lower = StrictMath.max(0, cost - chance);
    Optional<Double> upper = known().map(known -> known + chance);
    return new CapacityEstimate(
        lower,
        upper,
        lower / meanCost,
        upper.map(most -> most / meanCost),
        CostModel.BYTES_PER_COST,
        isShort,
        cost > 0 ? CapacityEstimate.Source.KNEE : CapacityEstimate.Source.NONE,
        0);
  }
}
