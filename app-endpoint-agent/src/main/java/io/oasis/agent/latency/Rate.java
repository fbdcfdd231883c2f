package io.oasis.agent.latency;

/**
 * The rate of reads behind the counts of single seconds, which vary by chance: what latency depends
 * on.
 */
final class Rate {
  /** Points of the mean over few. */
  private static final double FEW = 3;

  /** Points of the mean over many, which is the rate as long as nothing changes. */
  private static final double MANY = 32;

  /** So many points make a mean that is worth to be learned from. */
  private static final double SURE = 16;

  /** Points over which it is seen how much counts vary by chance. */
  private static final double CHANCE_POINTS = 500;

  /** A deviation by the mean distance of two normal numbers. */
  private static final double BY_DISTANCE = 0.886;

  /** Deviations of a count by which the mean over few may be off: four of its own. */
  private static final double OFF = 1.8;

  /** Deviations of two counts in a row that are no chance. */
  private static final double JUMP = 4;

  /** A tenth of the rate is never off. */
  private static final double LEAST_OFF = 0.1;

  /** Standard errors of a mean that are allowed for. */
  private static final double ERRORS = 2;

  /** The latest point; there is one once {@link #points} has counted it. */
  private double last;

  private double few;
  private double many;
  private double points;
  private double distance = 0.3;

  void add(double perSecond) {
    if (points == 0) {
      few = perSecond;
      many = perSecond;
      last = perSecond;
      points = 1;
      return;
    }
    few += (perSecond - few) / FEW;
    points = StrictMath.min(MANY, points + 1);
    many += (perSecond - many) / points;
    distance += (StrictMath.abs(perSecond - last) / many - distance) / CHANCE_POINTS;
    double deviation = BY_DISTANCE * distance;
    double two = (perSecond - many) * (last - many) > 0 ? nearer(perSecond, last) : 0;
    if (two > JUMP * deviation * many) {
      few = perSecond;
    }
    last = perSecond;
    double off = StrictMath.max(LEAST_OFF, OFF * deviation);
    if (StrictMath.abs(few - many) > off * many) {
      many = few;
      points = FEW;
    }
  }

  private double nearer(double one, double other) {
    return StrictMath.min(StrictMath.abs(one - many), StrictMath.abs(other - many));
  }

  boolean isSure() {
    return points >= SURE;
  }

  double mean() {
    return many;
  }

  /** The rate, or what it may be: two errors of its mean higher, or just risen. */
  double most() {
    double error = BY_DISTANCE * distance / StrictMath.sqrt(points);
    return StrictMath.max(many * (1 + ERRORS * error), few);
  }
}
