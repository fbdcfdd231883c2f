package io.oasis.agent.latency;

import java.util.Arrays;

/**
 * The evidence for each alternative on each scale, in nats.
 *
 * <p>A scale is a number of points. On it, evidence is what at most so many points in a row say for
 * an alternative, beyond what points of {@value #REACH} times as long a past say, and divided by
 * how much more (or less) such sums vary than those of independent points: latencies that rise and
 * fall for minutes say less in minutes than in seconds, and the scale of minutes knows it.
 */
final class Scales {
  /** Points of each scale: a quarter of a minute to half a night, at one in a second. */
  private static final int[] POINTS = {16, 64, 256, 1_024, 4_096, 16_384};

  /** The base of a scale reaches so many times as far back; its own error costs a sixteenth. */
  private static final int REACH = 16;

  /** Seconds, two thirds of a day: so long counts what is believed of a scale beforehand. */
  private static final double BELIEF = 57_600;

  /** It counts for so many sums at least. */
  private static final double LEAST_BELIEF = 4;

  /** Points in a week, and sums of a scale: so long it is remembered how they vary. */
  private static final double MEMORY = 604_800;

  /** Points in three hours: of a younger base more evidence is asked. */
  private static final double YOUNG = 10_800;

  /** So many sums at least are remembered. */
  private static final int LEAST_WINDOWS = 60;

  /** A latency may change by a twentieth in an hour, as by day and night, without being a shift. */
  private static final double WANDER_PER_SECOND = 0.05 / 3_600 / 1.4;

  /** But never by more than this. */
  private static final double MOST_WANDER = 0.15;

  /** So many sums of a scale count for one another as twice as much as they should, at first. */
  private static final double DOUBTED = 20;

  /** That much. */
  private static final double DOUBT = 2;

  /** Points whose sum is normal, nearly. */
  private static final int MANY = 200;

  /** A shift that a few points can show. */
  private static final double LARGE = StrictMath.log(1.5);

  /** Points that show a change which is no shift: the 3 % that are slowest are 30 of them. */
  private static final int LEAST_FOR_PARTS = 1_000;

  /** Sums that vary less than this part of independent ones do so by chance. */
  private static final double LEAST_DISPERSION = 0.02;

  /**
   * Nats beyond those for one false alarm a week of one alternative: for all of them on all scales,
   * and for what makes latencies worse than they were so far. Chosen on seeds 1 to 20.
   */
  static final double MARGIN = 4;

  /** More than that for what is rare: sums of it are lopsided. Chosen on the same seeds. */
  private static final double RARE = 1;

  /** No evidence below is enough, however few points a week has. */
  private static final double LEAST_NATS = 7;

  /**
   * A load of which fewer than eight times a scale's points were seen says nothing on it, unless it
   * is the first scale.
   */
  private static final double KNOWN = 0.125;

  /** One sum counts as no further off than six deviations, squared. */
  private static final double FURTHEST = 36;

  /** A base of fewer than four times a scale's points says nothing on it. */
  private static final double BASE = 0.25;

  /** Those of the shape. */
  private static final int ALTERNATIVES = Shape.ALTERNATIVES;

  /** Each of them on each scale. */
  private static final int ALL = POINTS.length * ALTERNATIVES;

  private final float[] evidence = new float[ALL];
  private final short[] ages = new short[ALL];
  private final float[] offset = new float[ALL];
  private final float[] sum = new float[ALL];
  private final float[] squares = new float[ALL];
  private final float[] independent = new float[ALL];
  private final float[] perPoint = new float[ALL];
  private final float[] enough = new float[ALL];
  private final int[] inWindow = new int[POINTS.length];
  private final float[] windows = new float[POINTS.length];
  private final Guard guard = new Guard(POINTS.length);
  private double perSecond = 1;
  private int seen;

  /**
   * Takes what a point says for each alternative.
   *
   * @param trust how many points its expectation rests on
   * @param learns whether it also belongs to the base
   * @return where there is enough evidence, or -1
   */
  int add(float[] says, Shape shape, double trust, boolean learns) {
    int found = -1;
    double most = 0;
    double doubt = StrictMath.max(0, StrictMath.log(YOUNG / (seen + 1)));
    seen += learns ? 1 : 0;
    double known = StrictMath.min(trust * KNOWN, seen * BASE);
    int slowest = (POINTS.length - 1) * ALTERNATIVES;
    for (int scale = 0; scale < POINTS.length; scale++) {
      if (scale > 0 && known < POINTS[scale]) {
        break;
      }
      double share = 1.0 / StrictMath.min(seen, REACH * POINTS[scale]);
      boolean full = learns && ++inWindow[scale] == POINTS[scale];
      for (int i = 0; i < ALTERNATIVES; i++) {
        int at = scale * ALTERNATIVES + i;
        weigh(at, says[i], slowest + i, POINTS[scale]);
        if (learns) {
          float off = says[i] - offset[at] + (float) shape.cost(i);
          sum[at] += off;
          offset[at] += (float) (off * share);
        }
        double ratio = evidence[at] / (enough[at] + doubt);
        if (guard.seen(scale, ratio) && ratio > most) {
          most = ratio;
          found = at;
        }
      }
      if (full) {
        close(scale);
        weigh(scale, shape);
      }
    }
    return found;
  }

  /** Adds what a point says beyond what is usual; what would be negative begins again. */
  private void weigh(int at, float says, int slow, int points) {
    float usual = StrictMath.max(offset[at], offset[slow]);
    float sure = evidence[at] + (says - usual) * perPoint[at];
    boolean goesOn = sure > 0 && ages[at] < points;
    evidence[at] = goesOn ? sure : 0;
    ages[at] = goesOn ? (short) (ages[at] + 1) : 0;
  }

  private void close(int scale) {
    double most = StrictMath.max(LEAST_WINDOWS, MEMORY / POINTS[scale]);
    windows[scale] = (float) StrictMath.min(most, windows[scale] + 1);
    for (int at = scale * ALTERNATIVES; at < (scale + 1) * ALTERNATIVES; at++) {
      double square =
          StrictMath.min(
              sum[at] * sum[at], FURTHEST * StrictMath.max(squares[at], independent[at]));
      squares[at] += (float) ((square - squares[at]) / windows[scale]);
      sum[at] = 0;
    }
    inWindow[scale] = 0;
  }

  /** So many points come in a second. */
  void points(double inSecond) {
    perSecond = StrictMath.min(1, inSecond);
  }

  /** Finds how much points count, and how much evidence is enough, after the shape was built. */
  void weigh(Shape shape) {
    for (int scale = 0; scale < POINTS.length; scale++) {
      weigh(scale, shape);
    }
  }

  private void weigh(int scale, Shape shape) {
    double points = POINTS[scale];
    double wander = StrictMath.min(MOST_WANDER, WANDER_PER_SECOND * REACH * points / perSecond);
    double belief = StrictMath.max(LEAST_BELIEF, BELIEF * perSecond / points);
    double seenPart = windows[scale] / (DOUBTED + windows[scale]);
    double believed = belief / (belief + windows[scale]);
    for (int i = 0; i < ALTERNATIVES; i++) {
      int at = scale * ALTERNATIVES + i;
      double alone = points * shape.spread(i);
      independent[at] = (float) alone;
      double shift = Shape.shift(i);
      double moved = points * wander * shape.slope(i);
      double variance =
          DOUBT * alone * (1 - seenPart)
              + squares[at] * seenPart
              + moved * moved * believed * believed;
      double dispersion = StrictMath.max(leastDispersion(scale, i), variance / alone);
      perPoint[at] = (float) (1 / dispersion);
      double rate = StrictMath.min(1, shape.cost(i) / dispersion);
      double nats = StrictMath.max(LEAST_NATS, StrictMath.log(MEMORY * perSecond * rate)) + MARGIN;
      double forParts = points > LEAST_FOR_PARTS ? nats + RARE : Double.POSITIVE_INFINITY;
      enough[at] = (float) (shift > 0 ? nats : forParts);
    }
  }

  /** Few points are not normal in sum, and neither is what is rare: there chance is not trusted. */
  private static double leastDispersion(int scale, int alternative) {
    double shift = Shape.shift(alternative);
    return POINTS[scale] < MANY || shift == 0 || shift > LARGE ? 1 : LEAST_DISPERSION;
  }

  /** What a point says for an alternative, on the scale on which something was found. */
  double says(int found, int alternative, float[] says) {
    int at = found - alternative(found) + alternative;
    float slow = offset[(POINTS.length - 1) * ALTERNATIVES + alternative];
    return (says[alternative] - StrictMath.max(offset[at], slow)) * perPoint[at];
  }

  static int alternative(int found) {
    return found % ALTERNATIVES;
  }

  /** How many points made this evidence. */
  int age(int found) {
    return ages[found];
  }

  /** An hour is over in which nothing has shifted, or what did was over soon. */
  void hour() {
    guard.hour();
  }

  /** What was found is over and no example of what is usual. */
  void forgetHour() {
    guard.forgetHour();
  }

  /** Forgets all evidence, but not how much it takes. */
  void clear() {
    Arrays.fill(evidence, 0);
    Arrays.fill(ages, (short) 0);
    Arrays.fill(sum, 0);
    Arrays.fill(inWindow, 0);
  }

  /** The base is another one from here on, of a period. */
  void restart() {
    clear();
    Arrays.fill(offset, 0);
    seen = LatencyWatch.PERIOD;
  }
}
