package io.oasis.agent.sample;

import java.util.Arrays;

/**
 * I/Os in a device that it does not get to, as it does others first. They are in flight, and not
 * among those that it completes: the number in flight stays above what completions and their
 * latency account for (Little's law). More that come at once, or wait in a device that stands
 * still, do so for a moment: what there was at least in the last intervals counts.
 *
 * <p>A disk that goes to the nearest sector has 4 I/Os of a stream and 8 of a random reader. It
 * completes 900/s in 4.4 ms, which are 4 in flight, and 12 are: 8 wait for as long as the stream
 * goes on.
 */
final class Unserved {
  /** What was there in so many intervals in a row waits for longer than in turn. */
  private static final int INTERVALS = 8;

  /** Fewer I/Os than this are chance, ... */
  private static final double LEAST = 0.8;

  /**
   * ... and fewer than this part of those that are served: on a busy host the reader of counters
   * runs while those who take the answers wait for a processor.
   */
  private static final double LEAST_PART = 0.1;

  /** Who is not served may have sent it before we came, for so long, in seconds. */
  private static final double NEW_SECONDS = 60;

  private final double[] beyond = new double[INTERVALS];
  private int next;
  private double age;

  /**
   * How many they are; 0 when there are none.
   *
   * @param inFlight now
   * @param served of them on average, as completions tell; 0 where nothing was completed
   */
  double follow(double inFlight, double served, double seconds) {
    age += seconds;
    boolean isMore = served > 0 && inFlight - served >= LEAST + LEAST_PART * served;
    beyond[next] = isMore ? inFlight - served : 0;
    next = (next + 1) % INTERVALS;
    return count();
  }

  private double count() {
    return Arrays.stream(beyond).min().orElse(0);
  }

  /** Whether they may be of somebody who has sent nothing since. */
  boolean mayBeOlder() {
    return count() > 0 && age <= NEW_SECONDS;
  }
}
