package io.oasis.agent.sample;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The I/Os that wait behind the limit of one application on cgroup v2, whatever engine asked.
 *
 * <p>Law: what its processes ask for is counted before the throttle, what its cgroup passed behind
 * it, both in bytes. So asked - passed, from a time without a limit on, is what the throttle holds.
 *
 * <p>Worked: a closed loop of 32 reads of 4 KiB limited to 500/s. In the first second 532 are asked
 * for and 500 pass: 128 KiB, 32 I/Os. In each further second 500 are asked for, 500 pass: still 32.
 *
 * <p>Not valid for buffered writes, which are asked for when they dirty the page cache and pass
 * when it is written back: nothing is said while there are any. What a process asked for between
 * its last reading and its end is missing, which is taken back as it shows.
 */
final class HeldByBytes {
  /** As {@link Held}: sums from before the limit that are looked at. */
  private static final int FREE_INTERVALS = 8;

  /** As {@link Held}: part of a sum below zero that is taken back in an interval. */
  private static final double CORRECTION = 0.2;

  /** As {@link Held}: seconds between the readings of what was asked and of what passed. */
  private static final double SKEW_SECONDS = 1e-3;

  /**
   * Bytes in the page cache beyond which writes are buffered: more than a journal's page or two.
   */
  private static final long BUFFERED_BYTES = 64 << 10;

  private final Deque<Double> free = new ArrayDeque<>();
  private double sum;
  private double base;
  private double meanBytes;
  private boolean wasLimited;

  /**
   * What waits at the end of an interval.
   *
   * @param asked bytes
   * @param passed what passed the throttle
   * @param cached bytes of buffered writes that were not written back at its end
   * @return empty while no time without a limit was seen, and where writes are buffered
   */
  Optional<Double> measure(
      double asked, Work passed, long cached, double seconds, boolean isLimited) {
    sum += asked - passed.bytes();
    if (passed.operations() > 0) {
      meanBytes = passed.bytes() / passed.operations();
    }
    if (cached > BUFFERED_BYTES) {
      free.clear();
      return Optional.empty();
    }
    if (!isLimited) {
      if (wasLimited) { // it may end a moment later than is known here
        free.clear();
        free.add(base);
      }
      wasLimited = false;
      free.add(sum);
      if (free.size() > FREE_INTERVALS) {
        free.removeFirst();
      }
      return Optional.of(0.0);
    }
    if (free.isEmpty()) {
      return Optional.empty();
    }
    if (!wasLimited) {
      wasLimited = true;
      base = free.stream().sorted().skip((free.size() - 1) / 2).findFirst().orElseThrow();
    }
    if (sum < base) {
      base -= CORRECTION * (base - sum);
    }
    double least = SKEW_SECONDS * passed.bytes() / seconds;
    return meanBytes == 0 || sum - base <= least
        ? Optional.of(0.0)
        : Optional.of((sum - base) / meanBytes);
  }
}
