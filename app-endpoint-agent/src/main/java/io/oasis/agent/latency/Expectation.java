package io.oasis.agent.latency;

import java.util.OptionalDouble;

/**
 * The logarithm of the latency that is expected at a time and under a load: a level, what the hour
 * adds, and what rate and size add.
 *
 * <p>The level follows both ways, over days, and never jumps with one good or bad period.
 */
final class Expectation {
  /** Seconds over which the level follows: four days, or as long as it has been there. */
  private static final double FOLLOWS_SECONDS = 345_600;

  /** A gap of more than so many seconds counts as so many. */
  private static final double LONGEST_SECONDS = 60;

  /** Points over which it is seen how far apart they are. */
  private static final double APART_POINTS = 500;

  /** A latency further away than a factor of so much counts as that for level and load. */
  private static final double FURTHEST = StrictMath.log(4);

  private final Rate rate = new Rate();
  private final Rhythm rhythm = new Rhythm();

  /** From one read in 16 s to 50,000 in a second, by sixths of octaves. */
  private final LoadEffect rates = new LoadEffect(-4, 6, 120);

  /** From 512 bytes to 32 MiB, by halves of octaves. */
  private final LoadEffect sizes = new LoadEffect(9, 2, 33);

  private double level;
  private double apart = 1;
  private double ageSeconds = 60;
  private OptionalDouble lastSeconds = OptionalDouble.empty();
  private double rateLog2;
  private double sizeLog2;
  private OptionalDouble rateAdds = OptionalDouble.empty();
  private OptionalDouble sizeAdds = OptionalDouble.empty();
  private double hourAdds;

  /** Looks at the time and load of a point: what is asked next is about it. */
  void look(Point point) {
    rate.add(point.perSecond());
    rateLog2 = log2(rate.mean());
    sizeLog2 = log2(StrictMath.max(1, point.bytes()));
    rateAdds = rates.at(rateLog2, log2(rate.most()));
    sizeAdds = sizes.at(sizeLog2, sizeLog2);
    hourAdds = rhythm.at(point.atSeconds());
  }

  private static double log2(double value) {
    return StrictMath.log(value) / StrictMath.log(2);
  }

  /** On how many points the expectation for this load rests: 0 when there is none. */
  double trust() {
    return rateAdds.isEmpty() || sizeAdds.isEmpty()
        ? 0
        : StrictMath.min(rates.trust(rateLog2), sizes.trust(sizeLog2));
  }

  /** The logarithm of the latency that is expected. */
  double log() {
    return level + hourAdds + rateAdds.orElse(0) + sizeAdds.orElse(0);
  }

  /**
   * Takes a point that nothing is wrong with.
   *
   * @param residual how far its logarithm is above {@link #log}
   * @return whether an hour has begun
   */
  boolean learn(Point point, double residual) {
    double off = StrictMath.clamp(residual, -FURTHEST, FURTHEST);
    double seconds =
        lastSeconds.isEmpty()
            ? 1
            : StrictMath.clamp(point.atSeconds() - lastSeconds.getAsDouble(), 0, LONGEST_SECONDS);
    lastSeconds = OptionalDouble.of(point.atSeconds());
    apart += (seconds - apart) / APART_POINTS;
    ageSeconds = StrictMath.min(FOLLOWS_SECONDS, ageSeconds + seconds);
    if (rate.isSure()) {
      rates.learn(rateLog2, off + rateAdds.orElse(0));
    }
    sizes.learn(sizeLog2, off + sizeAdds.orElse(0));
    if (trust() == 0) {
      return false;
    }
    level += off * seconds / ageSeconds;
    return rhythm.learn(point.atSeconds(), off + hourAdds);
  }

  /** Takes a point of a shift: the hours learn of it, as it may come back at the same hour. */
  void learnHour(Point point, double residual) {
    rhythm.learn(point.atSeconds(), StrictMath.clamp(residual, -FURTHEST, FURTHEST) + hourAdds);
  }

  double pointsPerSecond() {
    return 1 / StrictMath.max(1, apart);
  }

  /** The level is another one from here on. */
  void level(double log) {
    level = log;
  }

  /**
   * The first level, before which everything was learned with another one: it is higher by this.
   */
  void firstLevel(double higher) {
    rates.lower(higher);
    sizes.lower(higher);
    level += higher;
  }

  /** What was above the level by so much is usual from here on. */
  void raise(double by) {
    level += by;
  }

  double level() {
    return level;
  }
}
