package io.oasis.brick.discipline;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Learns {@link Served} of one session from its slices. Each slice drains at its end, so also of a
 * session that keeps many I/Os outstanding it is seen how long the last ones take.
 *
 * <p>The first completion of a slice is not counted: it pays the way from another session's data,
 * which a planner adds by itself.
 */
final class ServiceMeter {
  /** I/Os of a session; chosen, twice the depth that a brick keeps unless told. */
  private static final int MOST_DEPTH = 64;

  /** A depth is told once it was seen so often: the mean is then within a tenth for disks. */
  private static final int LEAST_SAMPLES = 20;

  /** So many samples are remembered, some tens of slices. */
  private static final double MEMORY = 200;

  private final double[] nanos = new double[MOST_DEPTH + 1];
  private final long[] samples = new long[MOST_DEPTH + 1];
  private double depth;
  private long sends;
  private boolean first;
  private long since;

  /** A slice begins. */
  void begin() {
    first = true;
  }

  /**
   * An I/O goes to the device.
   *
   * @param waiting I/Os of the session, with this one
   */
  void sent(int waiting, int outstanding, long now) {
    if (outstanding == 0) {
      since = now;
    }
    sends++;
    depth += (waiting + outstanding - depth) * weight(sends);
  }

  /** An I/O is done; so many are still there. */
  void completed(int outstanding, long now) {
    int had = StrictMath.min(outstanding + 1, MOST_DEPTH);
    if (!first) {
      samples[had]++;
      nanos[had] += (now - since - nanos[had]) * weight(samples[had]);
    }
    first = false;
    since = now;
  }

  private static double weight(long count) {
    return 1 / StrictMath.min(count, MEMORY);
  }

  /** Empty until one I/O alone was seen often enough. */
  Optional<Served> served() {
    if (samples[1] < LEAST_SAMPLES) {
      return Optional.empty();
    }
    SortedMap<Integer, Double> byDepth = new TreeMap<>();
    for (int had = 1; had <= MOST_DEPTH; had++) {
      if (samples[had] >= LEAST_SAMPLES) {
        byDepth.put(had, nanos[had]);
      }
    }
    return Optional.of(new Served(depth, byDepth));
  }
}
