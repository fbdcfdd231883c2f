package io.oasis.agent.latency;

import io.oasis.protocol.LatencyShift;
import java.util.Arrays;
import java.util.Optional;

/**
 * Says when the latency of one queue has shifted upwards for good, and for as long as it has.
 *
 * <p>Law and limits: see the package. Nothing is learned while something has shifted. Not
 * thread-safe.
 */
final class EvidenceDetector {
  /**
   * What has shifted for a day is usual from then on: to ask for longer has brought nothing. So is
   * what has lasted longer than the base before it.
   */
  private static final double USUAL_SECONDS = 86_400;

  /** But nothing before a quarter of an hour. */
  private static final double LEAST_SECONDS = 900;

  /** Nats that say it is over. */
  private static final double OVER_NATS = 6;

  /** Nats that say that it goes on. */
  private static final double STILL_NATS = 3;

  /** The least shift that is asked for, where the distribution changed and its mean did not. */
  private static final double LEAST_SHIFT = StrictMath.log(1.05);

  /** Half the width of the middle of a normal distribution that holds half of it, in deviations. */
  private static final double QUARTILE = 0.6745;

  /** Points over which it is seen that latencies have left the bins: it takes six hours. */
  private static final double BEYOND_POINTS = 30_000;

  /** Part of them that has. */
  private static final double MOSTLY = 0.5;

  /** Nothing found, nothing told. */
  private static final int NONE = -1;

  private final Recent recent = new Recent();
  private final Expectation expected = new Expectation();
  private final Passing passing = new Passing();
  private final Scales scales = new Scales();
  private final float[] says = new float[Shape.ALTERNATIVES];
  private Optional<Shape> base = Optional.empty();
  private double beyond;
  private int found = NONE;
  private double baseAtSeconds;
  private double foundAtSeconds;
  private double lastSeconds;
  private final float[] over = new float[Shape.ALTERNATIVES];
  private double still;
  private int sinceTold;

  /** Takes a point; returns the latency to ask for when it has shifted, again every period. */
  Optional<LatencyShift> add(Point point) {
    double log = StrictMath.log(point.micros());
    recent.add(point.micros());
    expected.look(point);
    if (base.isEmpty()) {
      begin(point, log);
      return Optional.empty();
    }
    double residual = log - expected.log();
    double trust = expected.trust();
    if (found == NONE && trust == 0) {
      expected.learn(point, residual);
      return Optional.empty();
    }
    Shape shape = base.get();
    int bin = shape.bin(residual);
    for (int i = 0; i < says.length; i++) {
      says[i] = shape.says(i, bin);
    }
    int now = scales.add(says, shape, trust, found == NONE);
    if (found != NONE) {
      return goesOn(point, shape, residual);
    }
    if (now != NONE) {
      found = now;
      foundAtSeconds = point.atSeconds();
      lastSeconds = foundAtSeconds;
      Arrays.fill(over, 0);
      still = 0;
      sinceTold = NONE;
      return told(point, shape, residual, scales.age(now));
    }
    learn(point, shape, bin, residual);
    return Optional.empty();
  }

  /** Collects the first period, which is the first base. */
  private void begin(Point point, double log) {
    if (expected.level() == 0) {
      expected.level(log);
    }
    expected.learn(point, log - expected.log());
    if (recent.isFull()) {
      double[] logs = recent.sortedLogs();
      double middle = logs[logs.length / 2];
      expected.firstLevel(middle - expected.log());
      double half = (logs[logs.length * 3 / 4] - logs[logs.length / 4]) / 2;
      Shape shape = new Shape(half / QUARTILE);
      for (double each : logs) {
        shape.learn(shape.bin(each - middle));
      }
      shape.build();
      scales.restart();
      scales.weigh(shape);
      beyond = 0;
      baseAtSeconds = point.atSeconds();
      base = Optional.of(shape);
    }
  }

  private void learn(Point point, Shape shape, int bin, double residual) {
    shape.learn(bin);
    if (shape.isStale()) {
      shape.build();
      scales.points(expected.pointsPerSecond());
      scales.weigh(shape);
    }
    beyond += ((Shape.isBeyond(bin) ? 1 : 0) - beyond) / BEYOND_POINTS;
    if (expected.learn(point, residual)) {
      scales.hour();
    }
    if (beyond > MOSTLY) {
      restart();
    }
  }

  private void restart() {
    base = Optional.empty();
    recent.clear();
    expected.level(0);
  }

  private Optional<LatencyShift> goesOn(Point point, Shape shape, double residual) {
    expected.learnHour(point, residual);
    double lasted = point.atSeconds() - foundAtSeconds;
    double least = over();
    if (least == 0) {
      lastSeconds = point.atSeconds();
    }
    if (least > OVER_NATS) {
      end(
          Shape.shift(Scales.alternative(found)) > 0
              && passing.over(point.atSeconds(), lastSeconds - foundAtSeconds));
      return Optional.empty();
    }
    double known = foundAtSeconds - baseAtSeconds;
    if (lasted > StrictMath.clamp(known, LEAST_SECONDS, USUAL_SECONDS)) {
      end(false);
      expected.raise(recent.meanLog(LatencyWatch.PERIOD) - log(point) + residual - shape.mean());
      scales.restart();
      baseAtSeconds = point.atSeconds();
      return Optional.empty();
    }
    return told(point, shape, residual, LatencyWatch.PERIOD);
  }

  /**
   * How much says that it is over. As long as it was not told what was found must be; then every
   * shift, as a smaller or a larger one may be what there is now.
   */
  private double over() {
    int own = Scales.alternative(found);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < over.length; i++) {
      over[i] = (float) StrictMath.max(0, over[i] - scales.says(found, i, says));
      boolean counts = sinceTold == NONE || Shape.shift(own) == 0 ? i == own : Shape.shift(i) > 0;
      least = counts ? StrictMath.min(least, over[i]) : least;
    }
    return least;
  }

  /** Tells of it once it has lasted longer than what passes, and again every period. */
  private Optional<LatencyShift> told(Point point, Shape shape, double residual, int points) {
    double now = point.atSeconds();
    if (sinceTold == NONE && !lasts(now)) {
      return Optional.empty();
    }
    sinceTold = (sinceTold + 1) % LatencyWatch.PERIOD;
    return sinceTold == 0
        ? Optional.of(shift(shape, points, residual - log(point)))
        : Optional.empty();
  }

  /** Whether it goes on after the time in which such things pass. */
  private boolean lasts(double now) {
    double wait = passing.seconds(now);
    if (wait == 0) {
      return true;
    }
    if (now - foundAtSeconds > wait) {
      still = StrictMath.max(0, still + scales.says(found, Scales.alternative(found), says));
    }
    return still > STILL_NATS;
  }

  private static double log(Point point) {
    return StrictMath.log(point.micros());
  }

  /** What has passed and was told is an example of what evidence comes to. */
  private void end(boolean passed) {
    if (!passed || sinceTold == NONE) {
      scales.forgetHour();
    }
    scales.clear();
    found = NONE;
  }

  /**
   * @param points the latest, that have shifted
   * @param lower what is to be added to a logarithm to have how far it is above what is expected
   */
  private LatencyShift shift(Shape shape, int points, double lower) {
    double tried = Shape.shift(Scales.alternative(found));
    double moved = recent.meanLog(points) + lower - shape.mean();
    double shift =
        moved > tried / 2 && (tried == 0 || moved < 2 * tried || tried > 1) ? moved : tried;
    double current = recent.mean(points);
    return new LatencyShift(current, current * StrictMath.exp(-StrictMath.max(LEAST_SHIFT, shift)));
  }
}
