package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;

/** Reads of 4 to 256 KiB at 200 MB/s, of one size for half an hour or so. */
final class BlockSizes implements Family.Queue {
  private static final int[] BYTES = {4_096, 16_384, 65_536, 262_144};
  private static final double STAYS_SECONDS = 1_800;
  private static final double MICROS = 300;
  private static final double BYTES_PER_MICRO = 200;

  private final Family.Latency latency = Family.lognormal(1, 0.4);
  private final SplittableRandom random;
  private int bytes = BYTES[0];

  BlockSizes(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public Second next(long second, Family.Times times) {
    if (random.nextDouble() < 1 / STAYS_SECONDS) {
      bytes = BYTES[random.nextInt(BYTES.length)];
    }
    double micros = MICROS + bytes / BYTES_PER_MICRO;
    return Family.mean(random, Family.poisson(random, 4), latency, micros, times, bytes);
  }
}
