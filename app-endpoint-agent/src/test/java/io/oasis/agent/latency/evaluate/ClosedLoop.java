package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/** One read after the other: the longer they take, the fewer there are. */
final class ClosedLoop implements Family.Queue {
  private static final double MICROS_PER_SECOND = 1e6;

  private final Family.Latency latency = Family.lognormal(50_000, 0.6);
  private final Wander level;
  private final SplittableRandom random;

  ClosedLoop(SplittableRandom random) {
    this.random = random;
    level = new Wander(random, 20, 0.1);
  }

  @Override
  public Second next(long second, Family.Times times) {
    double now = level.at(second);
    double left = MICROS_PER_SECOND;
    double sum = 0;
    int reads = 0;
    while (left > 0) {
      double took = latency.next(random) * times.next() * now;
      left -= took;
      sum += took;
      reads++;
    }
    return new Second(reads, sum / reads, 4_096, 0);
  }
}
