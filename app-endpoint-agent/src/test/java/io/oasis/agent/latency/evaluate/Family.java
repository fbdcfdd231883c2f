package io.oasis.agent.latency.evaluate;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A kind of latencies that nothing is wrong with, for as long as one likes.
 *
 * @param queue one of them, for a seed
 */
record Family(String name, Function<SplittableRandom, Queue> queue) {
  private static final int DAY = 86_400;
  private static final int DRAWN = 1 << 16;
  private static final double FULL_CIRCLE = 2 * StrictMath.PI;

  /** One second after the other; {@code times} is what the change makes of one latency. */
  interface Queue {
    Second next(long second, Times times);
  }

  /** What a change multiplies one latency by. */
  @FunctionalInterface
  interface Times {
    double next();
  }

  /** One latency in microseconds. */
  @FunctionalInterface
  interface Latency {
    double next(SplittableRandom random);
  }

  /** What all latencies of a second are multiplied by. */
  @FunctionalInterface
  interface Level {
    double at(long second);
  }

  static List<Family> all() {
    return List.of(
        new Family("lognormal", r -> plain(r, 4, lognormal(1_000, 0.5))),
        new Family("lognormal, wide", r -> plain(r, 4, lognormal(1_000, 1))),
        new Family("one a second", r -> plain(r, 1, lognormal(1_000, 0.5))),
        new Family("sparse: one in 5 s", r -> plain(r, 0.2, lognormal(1_000, 0.5))),
        new Family("busy: 200 a second", Family::busy),
        new Family("Pareto", r -> plain(r, 4, pareto(700, 1.8))),
        new Family("hits and misses", r -> plain(r, 2, hits(0.8))),
        new Family("recorded", Recorded::new),
        new Family("autocorrelated", r -> levels(r, new Wander(r, 60, 0.15)::at)),
        new Family("slow wander", r -> levels(r, new Wander(r, 1_800, 0.1)::at)),
        new Family("bursts", r -> levels(r, new Bursts(r)::at)),
        new Family("day", r -> levels(r, t -> 1 + 0.2 * wave(t, DAY))),
        new Family("day and week", r -> levels(r, Family::week)),
        new Family("nightly job", r -> levels(r, t -> t % DAY < 5_400 ? 1.5 : 1)),
        new Family("trend", r -> levels(r, t -> StrictMath.exp(0.02 * t / DAY))),
        new Family("block sizes", BlockSizes::new),
        new Family("own load", OwnLoad::new),
        new Family("closed loop", ClosedLoop::new),
        new Family("limited", Limited::new));
  }

  static double wave(long second, double period) {
    return StrictMath.sin(FULL_CIRCLE * second / period);
  }

  private static double week(long second) {
    boolean works = second / DAY % 7 < 5;
    return works ? 1.1 + 0.2 * wave(second, DAY) : 0.9 + 0.05 * wave(second, DAY);
  }

  private static Queue plain(SplittableRandom random, double rate, Latency latency) {
    return (second, times) -> mean(random, poisson(random, rate), latency, 1, times, 4_096);
  }

  private static Queue levels(SplittableRandom random, Level level) {
    Latency latency = lognormal(1_000, 0.5);
    return (second, times) ->
        mean(random, poisson(random, 4), latency, level.at(second), times, 4_096);
  }

  /** So many that their mean is nearly normal; each second has its own, by a twentieth. */
  private static Queue busy(SplittableRandom random) {
    return (second, times) -> {
      double noise = StrictMath.exp(0.05 * random.nextGaussian());
      double change = 0;
      for (int i = 0; i < 8; i++) {
        change += times.next() / 8;
      }
      return new Second(200, 500 * noise * change, 8_192, 0);
    };
  }

  static Second mean(
      SplittableRandom random, int reads, Latency latency, double level, Times times, int bytes) {
    double sum = 0;
    for (int i = 0; i < reads; i++) {
      sum += latency.next(random) * times.next();
    }
    return new Second(reads, reads == 0 ? 0 : level * sum / reads, bytes, 0);
  }

  /** Drawn from as many that were drawn before, which is quicker. */
  static Latency lognormal(double median, double sigma) {
    SplittableRandom once = new SplittableRandom(DRAWN);
    double[] drawn = new double[DRAWN];
    for (int i = 0; i < DRAWN; i++) {
      drawn[i] = median * StrictMath.exp(sigma * once.nextGaussian());
    }
    return random -> drawn[random.nextInt(DRAWN)];
  }

  static Latency pareto(double least, double exponent) {
    return random -> least * StrictMath.pow(1 - random.nextDouble(), -1 / exponent);
  }

  /** Cache hits around 100 us and disk reads around 8 ms. */
  static Latency hits(double ratio) {
    Latency hit = lognormal(100, 0.3);
    Latency miss = lognormal(8_000, 0.4);
    return random -> (random.nextDouble() < ratio ? hit : miss).next(random);
  }

  static int poisson(SplittableRandom random, double mean) {
    int count = 0;
    for (double at = random.nextExponential(); at < mean; at += random.nextExponential()) {
      count++;
    }
    return count;
  }

  @Override
  public String toString() {
    return name;
  }
}
