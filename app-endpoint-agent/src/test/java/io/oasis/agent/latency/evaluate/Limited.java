package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/**
 * A limit of ours holds the queue for a quarter of an hour every two hours or so: I/Os wait behind
 * it, and where their latency is counted above the limit it is three times as high.
 */
final class Limited implements Family.Queue {
  private static final double APART_SECONDS = 7_200;
  private static final double LASTS_SECONDS = 900;
  private static final double HIGH = 3;

  private final Family.Latency latency = Family.lognormal(1_000, 0.5);
  private final SplittableRandom random;
  private boolean held;

  Limited(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public Second next(long second, Family.Times times) {
    if (random.nextDouble() < 1 / (held ? LASTS_SECONDS : APART_SECONDS)) {
      held = !held;
    }
    Second did =
        Family.mean(random, Family.poisson(random, 4), latency, held ? HIGH : 1, times, 4_096);
    return new Second(did.reads(), did.micros(), did.bytes(), held ? 5 : 0);
  }
}
