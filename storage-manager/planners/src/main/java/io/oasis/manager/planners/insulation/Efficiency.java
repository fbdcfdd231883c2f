package io.oasis.manager.planners.insulation;

/**
 * An R-value: the part of its stand-alone efficiency that a workload keeps within its share,
 * between 0 and 1 exclusive.
 */
public record Efficiency(double value) {
  public Efficiency {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException("r = " + value + ": must be between 0 and 1 exclusive");
    }
  }

  /** Each of two losses that follow one another may go this far. */
  Efficiency ofTwo() {
    return new Efficiency(StrictMath.sqrt(value));
  }
}
