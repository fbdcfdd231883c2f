package io.oasis.manager.planners.coschedule;

/** A workload as geometry: so many servers for so many ticks. */
public record Box(int servers, int ticks) {
  public Box {
    if (servers < 1 || ticks < 1) {
      throw new IllegalArgumentException("box = " + servers + " x " + ticks + ": must be positive");
    }
  }

  public long area() {
    return (long) servers * ticks;
  }
}
