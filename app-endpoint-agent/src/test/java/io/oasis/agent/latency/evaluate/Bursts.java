package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/** Every three hours or so latencies are three times as high for 20 to 60 s. */
final class Bursts {
  private static final double APART_SECONDS = 3 * 3_600;
  private static final double HIGH = 3;

  private final SplittableRandom random;
  private long from;
  private long to;

  Bursts(SplittableRandom random) {
    this.random = random;
    next(0);
  }

  private void next(long now) {
    from = now + (long) (APART_SECONDS * random.nextExponential());
    to = from + random.nextInt(20, 61);
  }

  double at(long second) {
    if (second >= to) {
      next(second);
    }
    return second >= from ? HIGH : 1;
  }
}
