package io.oasis.manager.core.capacity;

/**
 * Relaxed intervals on end, and what they carried on average. A device that stalled for a moment
 * makes up for it in the next intervals: only the average tells whether it carries more.
 */
final class RelaxedRun {
  /** An interval with less than this part of the known capacity is a pause, and ends the run. */
  private static final double PAUSE = 0.5;

  private double sum;
  private int intervals;

  void add(double sample, double known) {
    if (sample < PAUSE * known) {
      end();
    } else {
      sum += sample;
      intervals++;
    }
  }

  void end() {
    sum = 0;
    intervals = 0;
  }

  int intervals() {
    return intervals;
  }

  double mean() {
    return intervals == 0 ? 0 : sum / intervals;
  }
}
