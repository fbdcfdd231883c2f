package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/** A level that wanders around 1 and comes back, for so many seconds on average. */
final class Wander {
  private final SplittableRandom random;
  private final double keep;
  private final double deviation;
  private double log;

  Wander(SplittableRandom random, double seconds, double deviation) {
    this.random = random;
    this.deviation = deviation;
    keep = StrictMath.exp(-1 / seconds);
  }

  double at(long second) {
    log = keep * log + deviation * StrictMath.sqrt(1 - keep * keep) * random.nextGaussian();
    return StrictMath.exp(log);
  }
}
