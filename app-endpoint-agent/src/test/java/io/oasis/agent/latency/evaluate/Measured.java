package io.oasis.agent.latency.evaluate;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * How good a detector is on a stream.
 *
 * @param falseAlarms per 100 periods in which nothing changed
 * @param delayPoints from the change to the first alarm, mean over all runs; those that never
 *     raised one count as {@link #PATIENCE} periods
 * @param missed part of the changes that raised no alarm in that time
 */
record Measured(double falseAlarms, double delayPoints, double missed) {
  /** Periods to wait for an alarm. */
  static final int PATIENCE = 20;

  private static final int PERIODS_BEFORE = 20;

  /**
   * @param points in a period
   * @param runs each with a base of its own, {@value #PERIODS_BEFORE} periods without a change, and
   *     then the change at a random point
   */
  static Measured of(
      Latencies stream, Supplier<Detector> detectors, int points, int runs, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    long alarms = 0;
    long delay = 0;
    int missed = 0;
    for (int run = 0; run < runs; run++) {
      SplittableRandom random = seeds.split();
      Detector detector = detectors.get();
      int quiet = points * PERIODS_BEFORE + random.nextInt(points);
      for (int i = 0; i < points + quiet; i++) {
        alarms += detector.add(stream.before().applyAsDouble(random)) ? 1 : 0;
      }
      int waited = 0;
      boolean found = false;
      while (!found && waited < PATIENCE * points) {
        waited++;
        found = detector.add(stream.after().applyAsDouble(random));
      }
      delay += waited;
      missed += found ? 0 : 1;
    }
    double periods = (double) runs * (PERIODS_BEFORE + 0.5);
    return new Measured(100 * alarms / periods, (double) delay / runs, (double) missed / runs);
  }
}
