package io.oasis.manager.core.cache;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.protocol.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What hit ratios a partition had at what sizes lately (OASIS, section 3.4.2): "two arrays: the
 * cache size array, and the hit ratio array for a period where measurements of cache size and hit
 * ratio have been taken".
 *
 * <p>A hit ratio over few accesses is mostly luck, so successive measurements at the same size are
 * one, each weighed by its accesses, the older ones fading over as many as the policy says.
 */
public final class HitRatioHistory {
  /** "The time period is assumed to be the most recent one": a quarter of an hour. */
  public static final Duration PERIOD = Duration.ofMinutes(15);

  /** So many sizes are remembered at most. */
  static final int MOST = 256;

  /** Accesses over which a measurement fades unless a policy wants others: known to 0.015. */
  static final double MEMORY_ACCESSES = 1_000;

  /** A bend of the curve is believed when luck explains it less than once in ten thousand. */
  private static final double BELIEVED_DEVIATIONS = 4;

  private record Sample(double bytes, double hitRatio, double accesses, Instant at) {
    /** Of the hit ratio, as the luck of its accesses has it; never 0 (Agresti and Coull, 1998). */
    double variance() {
      double near = (hitRatio * accesses + 2) / (accesses + 4);
      return near * (1 - near) / (accesses + 4);
    }
  }

  private final double sameBytes;
  private final Deque<Sample> newestFirst = new ArrayDeque<>();

  /**
   * @param sameBytes sizes that differ by less than half of this are the same size
   */
  public HitRatioHistory(double sameBytes) {
    Check.require(sameBytes > 0, "sameBytes", sameBytes, "above 0");
    this.sameBytes = sameBytes;
  }

  /**
   * @param bytes the cache in use when it was measured
   * @param accesses that the hit ratio was measured over; nothing is learnt from none
   * @param memory accesses over which what was measured before at this size fades
   */
  public void add(double bytes, double hitRatio, double accesses, double memory, Instant at) {
    if (!(accesses > 0) || !(bytes > 0)) {
      return;
    }
    Sample newest = newestFirst.peekFirst();
    if (newest != null && bucket(newest.bytes()) == bucket(bytes)) {
      newestFirst.removeFirst();
      double known = StrictMath.min(newest.accesses(), memory);
      double part = accesses / (known + accesses);
      newestFirst.addFirst(
          new Sample(
              newest.bytes() + part * (bytes - newest.bytes()),
              newest.hitRatio() + part * (hitRatio - newest.hitRatio()),
              known + accesses,
              at));
    } else {
      newestFirst.addFirst(new Sample(bytes, hitRatio, accesses, at));
    }
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
  }

  /** Forgets what is older than the period; answers whether anything is left. */
  public boolean knows(Instant now) {
    while (!newestFirst.isEmpty()
        && Duration.between(newestFirst.getLast().at(), now).compareTo(PERIOD) > 0) {
      newestFirst.removeLast();
    }
    return !newestFirst.isEmpty();
  }

  /**
   * F, a piecewise linear function through the filtered arrays: "the first step is to filter the
   * cache size and hit ratio arrays so as to select the most recent hit ratio for a particular
   * cache size".
   *
   * <p>Of these, points that lie on the line through surer ones, as far as luck allows, are left
   * out: between neighbouring sizes luck would make slopes of any steepness and sign.
   */
  public HitCurve curve() {
    List<Sample> left = filtered();
    List<Sample> believed = new ArrayList<>();
    while (true) {
      Sample farthest = null;
      double most = BELIEVED_DEVIATIONS;
      for (Sample sample : left) {
        double deviations =
            believed.isEmpty()
                ? BELIEVED_DEVIATIONS + sample.accesses()
                : deviations(believed, sample);
        if (deviations > most) {
          most = deviations;
          farthest = sample;
        }
      }
      if (farthest == null) {
        return through(believed);
      }
      left.remove(farthest);
      believed.add(farthest);
    }
  }

  private List<Sample> filtered() {
    List<Sample> filtered = new ArrayList<>();
    Set<Long> newer = new HashSet<>();
    for (Sample sample : newestFirst) {
      if (newer.add(bucket(sample.bytes()))) {
        filtered.add(sample);
      }
    }
    return filtered;
  }

  /** How far a measurement is from the curve through others, in standard deviations. */
  private static double deviations(List<Sample> believed, Sample sample) {
    double variance = sample.variance();
    for (Sample other : believed) {
      double reach = StrictMath.max(1, sample.bytes() / other.bytes());
      variance = StrictMath.max(variance, sample.variance() + reach * reach * other.variance());
    }
    double expected = through(believed).hitRatio(sample.bytes());
    return StrictMath.abs(sample.hitRatio() - expected) / StrictMath.sqrt(variance);
  }

  private static HitCurve through(List<Sample> points) {
    List<Sample> sorted = new ArrayList<>(points);
    sorted.sort(Comparator.comparingDouble(Sample::bytes));
    double[] sizes = sorted.stream().mapToDouble(Sample::bytes).toArray();
    double[] ratios = sorted.stream().mapToDouble(Sample::hitRatio).toArray();
    return HitCurve.of(HitCurve.Shape.LINEAR, sizes, ratios);
  }

  private long bucket(double bytes) {
    return StrictMath.round(bytes / sameBytes);
  }
}
