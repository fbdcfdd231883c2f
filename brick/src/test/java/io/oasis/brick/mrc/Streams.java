package io.oasis.brick.mrc;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Streams of references, each from a seed. */
final class Streams {
  private Streams() {}

  /** All kinds, by name. */
  static Map<String, LongSupplier> all(long seed, int references) {
    Map<String, LongSupplier> streams = new LinkedHashMap<>();
    streams.put("loop", loop(100_000, seed));
    streams.put("loop of three", loops(seed, 30_000, 90_000, 200_000));
    streams.put("scan", loop(Long.MAX_VALUE, seed));
    streams.put("uniform", uniform(150_000, seed));
    streams.put("zipf 0.6", zipf(0.6, 400_000, seed));
    streams.put("zipf 0.8", zipf(0.8, 400_000, seed));
    streams.put("zipf 0.99", zipf(0.99, 400_000, seed));
    streams.put("zipf 1.2", zipf(1.2, 400_000, seed));
    streams.put("mix", mix(zipf(0.9, 200_000, seed), loop(50_000, seed), seed));
    streams.put("scan over zipf", mix(zipf(0.9, 100_000, seed), loop(Long.MAX_VALUE, seed), seed));
    streams.put("phases", phases(references / 8, seed));
    return streams;
  }

  static LongSupplier loop(long blocks, long seed) {
    long base = new SplittableRandom(seed).nextLong();
    long[] next = {-1};
    return () -> base + (next[0] = (next[0] + 1) % blocks);
  }

  /** Loops of several lengths by turns: a staircase with a step for each. */
  static LongSupplier loops(long seed, int... lengths) {
    long base = new SplittableRandom(seed).nextLong();
    long[] count = {-1};
    long[] at = new long[lengths.length];
    return () -> {
      int which = (int) (++count[0] % lengths.length);
      at[which] = (at[which] + 1) % lengths[which];
      return base + ((long) which << 40) + at[which];
    };
  }

  static LongSupplier uniform(int blocks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long base = random.nextLong();
    return () -> base + random.nextInt(blocks);
  }

  static LongSupplier zipf(double alpha, int blocks, long seed) {
    double[] cumulative = new double[blocks];
    double sum = 0;
    for (int i = 0; i < blocks; i++) {
      sum += 1 / StrictMath.pow(i + 1, alpha);
      cumulative[i] = sum;
    }
    double total = sum;
    SplittableRandom random = new SplittableRandom(seed);
    long salt = random.nextLong();
    return () -> {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
      return salt + (found >= 0 ? found : -found - 1);
    };
  }

  static LongSupplier mix(LongSupplier one, LongSupplier other, long seed) {
    SplittableRandom random = new SplittableRandom(seed + 1);
    return () -> random.nextInt(10) < 7 ? one.getAsLong() : (1L << 50) + other.getAsLong();
  }

  /** Working sets of several sizes and shapes, one after the other. */
  static LongSupplier phases(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] count = {0};
    LongSupplier[] phase = {uniform(1, 0)};
    return () -> {
      if (count[0] % length == 0) {
        int blocks = 5_000 + random.nextInt(60_000);
        phase[0] =
            random.nextBoolean()
                ? uniform(blocks, random.nextLong())
                : loop(blocks, random.nextLong());
      }
      long base = count[0]++ / length % 4 << 42;
      return base + phase[0].getAsLong();
    };
  }
}
