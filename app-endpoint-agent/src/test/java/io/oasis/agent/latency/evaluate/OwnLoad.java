package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/**
 * Reads that come anyway, at 10 to 70 % of what the device can do, of another rate every twenty
 * minutes and more by day; latency is that of a queue before one server.
 */
final class OwnLoad implements Family.Queue {
  private static final double MOST_PER_SECOND = 100;
  private static final double STAYS_SECONDS = 1_200;

  private final SplittableRandom random;
  private double used = 0.3;

  OwnLoad(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public Second next(long second, Family.Times times) {
    if (random.nextDouble() < 1 / STAYS_SECONDS) {
      used = 0.1 + 0.45 * random.nextDouble();
    }
    double now = used * (1.15 + 0.15 * Family.wave(second, 86_400));
    double noise = StrictMath.exp(0.15 * random.nextGaussian());
    double change = 0;
    for (int i = 0; i < 8; i++) {
      change += times.next() / 8;
    }
    double mean = MOST_PER_SECOND * now;
    int reads = (int) StrictMath.rint(mean + StrictMath.sqrt(mean) * random.nextGaussian());
    return new Second(StrictMath.max(1, reads), 1_000 / (1 - now) * noise * change, 4_096, 0);
  }
}
