package io.oasis.agent.latency;

/**
 * What the time of the day and of the week does to latency, as a part to be added to its logarithm.
 *
 * <p>Each quarter of an hour of a day has its mean, and each hour of a week. The days' rhythm
 * counts when it foretold quarters better than to say nothing, the weeks' when it did so better
 * than the days'.
 */
final class Rhythm {
  /** Quarters of an hour in a day. */
  private static final int DAY = 96;

  /** Hours in a week. */
  private static final int WEEK = 168;

  /** Parts of an hour that a day is divided into. */
  private static final int QUARTERS_PER_HOUR = 4;

  /** Seconds in a quarter of an hour. */
  private static final double SECONDS_PER_QUARTER = 900;

  /** A quarter with fewer points than this says nothing. */
  private static final int LEAST_POINTS = 30;

  /** The newest day or week counts so much at least. */
  private static final double NEWEST = 0.15;

  /** Quarters over which errors are compared. */
  private static final double COMPARED = 300;

  /** Foretold better: with this part of the squared error. */
  private static final double BETTER = 0.7;

  /** Quarters in which it comes to count fully: a rhythm that jumps would be a shift. */
  private static final double SLOWLY = 32;

  private final float[] days = new float[DAY];
  private final float[] weeks = new float[WEEK];
  private final byte[] dayVisits = new byte[DAY];
  private final byte[] weekVisits = new byte[WEEK];
  private double withNothing;
  private double withDays;
  private double daysAlone;
  private double withWeeks;
  private double dayPart;
  private double weekPart;
  private double sum;
  private int points;
  private long quarter = -1;

  /** What is to be added now. */
  double at(double seconds) {
    long at = (long) (seconds / SECONDS_PER_QUARTER);
    return dayPart * days[day(at)] + weekPart * weeks[week(at)];
  }

  private static int day(long at) {
    return (int) StrictMath.floorMod(at, (long) DAY);
  }

  private static int week(long at) {
    return (int) StrictMath.floorMod(at / QUARTERS_PER_HOUR, (long) WEEK);
  }

  /**
   * Takes how far a point is above what is expected without a rhythm.
   *
   * @return whether an hour has begun
   */
  boolean learn(double seconds, double residual) {
    long now = (long) (seconds / SECONDS_PER_QUARTER);
    boolean begins = now / QUARTERS_PER_HOUR != quarter / QUARTERS_PER_HOUR;
    if (now != quarter) {
      if (points >= LEAST_POINTS) {
        close(sum / points);
      }
      quarter = now;
      points = 0;
      sum = 0;
    }
    points++;
    sum += residual;
    return begins;
  }

  private void close(double mean) {
    int day = day(quarter);
    int week = week(quarter);
    double beyondDay = mean - days[day];
    if (dayVisits[day] > 0) {
      withNothing += (mean * mean - withNothing) / COMPARED;
      withDays += (beyondDay * beyondDay - withDays) / COMPARED;
      dayPart = towards(dayPart, withDays < BETTER * withNothing);
    }
    if (weekVisits[week] >= QUARTERS_PER_HOUR) {
      double beyondWeek = beyondDay - weeks[week];
      daysAlone += (beyondDay * beyondDay - daysAlone) / COMPARED;
      withWeeks += (beyondWeek * beyondWeek - withWeeks) / COMPARED;
      weekPart = towards(weekPart, withWeeks < BETTER * daysAlone);
    }
    weeks[week] += (float) ((beyondDay - weeks[week]) * share(weekVisits, week));
    days[day] += (float) (beyondDay * share(dayVisits, day));
  }

  private static double towards(double part, boolean better) {
    return StrictMath.clamp(part + (better ? 1 : -1) / SLOWLY, 0, 1);
  }

  private static double share(byte[] visits, int at) {
    visits[at] = (byte) StrictMath.min(100, visits[at] + 1);
    return StrictMath.max(NEWEST, 1.0 / visits[at]);
  }
}
