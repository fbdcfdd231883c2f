package io.oasis.manager.core.law;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The last intervals of a device. The rates of each queue lie in rings of the same shape. */
final class History {
  /** Intervals: 16 s of a quarter of a second each. */
  static final int SLOTS = 64;

  /** Intervals end at times that are not exact; those within this of a bound count. */
  static final double SLACK_SECONDS = 0.02;

  /** Intervals whose scatter tells how a queue's I/Os come. */
  private static final int SCATTERED = 20;

  /** Fewer of them tell nothing. */
  private static final int TOO_FEW = 6;

  /**
   * Median of the differences of two normal variables by the deviation of one, inverted: 1 /
   * (0.6745 * sqrt 2).
   */
  private static final double BY_MEDIAN = 1.05;

  private final double[] ends = new double[SLOTS];
  private final double[] lengths = new double[SLOTS];
  private final double[] completed = new double[SLOTS];
  private final double[] waited = new double[SLOTS];
  private final double[] inFlight = new double[SLOTS];
  private final boolean[] limited = new boolean[SLOTS];
  private final boolean[] full = new boolean[SLOTS];
  private long added;

  /**
   * Means over some intervals.
   *
   * @param slots of these, a bit each
   */
  record Span(double from, double to, long slots) {
    int count() {
      return Long.bitCount(slots);
    }

    private boolean has(int slot) {
      return (slots >>> slot & 1) != 0;
    }

    Span and(Span other) {
      return new Span(
          StrictMath.max(from, other.from), StrictMath.min(to, other.to), slots & other.slots);
    }

    private Span only(IntPredicate wanted) {
      long some = 0;
      for (int i = 0; i < SLOTS; i++) {
        some |= has(i) && wanted.test(i) ? 1L << i : 0;
      }
      return new Span(from, to, some);
    }
  }

  /** Takes an interval; returns the slot for the queues' rates. */
  int add(Sight sight, boolean isLimited) {
    int slot = (int) (added++ % SLOTS);
    ends[slot] = sight.seconds();
    lengths[slot] = sight.length();
    completed[slot] = sight.completed();
    waited[slot] = sight.completed() * sight.latencySeconds();
    inFlight[slot] = sight.inFlight();
    limited[slot] = isLimited;
    return slot;
  }

  /** Whether I/Os waited in the device in the newest interval. */
  void newestIs(boolean isFull) {
    full[newest()] = isFull;
  }

  long size() {
    return added;
  }

  /** The slot of the newest interval. */
  int newest() {
    return (int) ((added - 1) % SLOTS);
  }

  /** Whole intervals between two times; none may lie there. */
  Span span(double from, double to) {
    long all = added < SLOTS ? (1L << added) - 1 : -1;
    return new Span(from, to, all).only(slot -> isIn(slot, from, to));
  }

  private boolean isIn(int slot, double from, double to) {
    return ends[slot] - lengths[slot] >= from - SLACK_SECONDS && ends[slot] <= to + SLACK_SECONDS;
  }

  /** The intervals of a span in which a ring has no more than this. */
  Span atMost(Span span, double[] ring, double most) {
    return span.only(slot -> ring[slot] <= most);
  }

  /** How often one goes from the intervals of a span into those of a part of it, or back. */
  int turns(Span span, Span part) {
    int turns = 0;
    int last = -1;
    for (int i = (int) StrictMath.min(added, SLOTS) - 1; i >= 0; i--) {
      int slot = ago(i);
      if (span.has(slot)) {
        turns += last >= 0 && part.has(last) != part.has(slot) ? 1 : 0;
        last = slot;
      }
    }
    return turns;
  }

  /** When its newest interval ended; long ago if there is none. */
  double end(Span span) {
    double end = Double.NEGATIVE_INFINITY;
    for (int slot = 0; slot < SLOTS; slot++) {
      end = span.has(slot) ? StrictMath.max(end, ends[slot]) : end;
    }
    return end;
  }

  /** Whether the newest interval is in it. */
  boolean isNewestIn(Span span) {
    return span.has(newest());
  }

  /** Mean of a ring; 0 over no interval. */
  double mean(double[] ring, Span span) {
    double sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      sum += span.has(i) ? ring[i] : 0;
    }
    return span.slots == 0 ? 0 : sum / span.count();
  }

  /** I/Os per second of each; there may be many. */
  double[] means(List<Taker> takers, Span span) {
    int[] slots = IntStream.range(0, SLOTS).filter(span::has).toArray();
    double[] means = new double[takers.size()];
    for (int i = 0; i < means.length && slots.length > 0; i++) {
      for (int slot : slots) {
        means[i] += takers.get(i).rates[slot];
      }
      means[i] /= slots.length;
    }
    return means;
  }

  double completed(Span span) {
    return mean(completed, span);
  }

  double inFlight(Span span) {
    return mean(inFlight, span);
  }

  /** Seconds, over the I/Os completed. */
  double latency(Span span) {
    double done = completed(span);
    return done > 0 ? mean(waited, span) / done : 0;
  }

  /** The least latency of an interval, in seconds: a stall is not the device's. */
  double leastLatency(Span span) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < SLOTS; i++) {
      if (span.has(i) && completed[i] > 0) {
        least = StrictMath.min(least, waited[i] / completed[i]);
      }
    }
    return least;
  }

  /** What lies in a span, in seconds. */
  double seconds(Span span) {
    return mean(lengths, span) * span.count();
  }

  /**
   * Variance of what came in an interval by its mean: 1 for independent I/Os, less for a loop, more
   * for bursts. From the median of the differences of one interval and the next, as a step is no
   * scatter.
   *
   * @param from when what is in the ring began
   */
  double dispersion(double[] ring, double from) {
    double[] differences = new double[SCATTERED];
    double sum = 0;
    int count = 0;
    for (int i = 0; i < StrictMath.min(added - 1, SCATTERED); i++) {
      if (ends[ago(i + 1)] <= from) {
        break;
      }
      double one = countAgo(ring, i);
      differences[count++] = StrictMath.abs(one - countAgo(ring, i + 1));
      sum += one;
    }
    if (count < TOO_FEW || sum <= 0) {
      return 1;
    }
    Arrays.sort(differences, 0, count);
    double deviation = BY_MEDIAN * (differences[(count - 1) / 2] + differences[count / 2]) / 2;
    return deviation * deviation * count / sum;
  }

  private int ago(int intervals) {
    return (int) ((added - 1 - intervals + SLOTS) % SLOTS);
  }

  private double countAgo(double[] ring, int intervals) {
    int slot = ago(intervals);
    return ring[slot] * lengths[slot];
  }

  /** I/Os per second in the interval before the newest; 0 where there is none. */
  double rateBefore(double[] ring) {
    return ring[ago(1)];
  }

  /** I/Os in that interval. */
  double countBefore(double[] ring) {
    return countAgo(ring, 1);
  }

  /** Seconds, in that interval. */
  double latencyBefore() {
    int slot = ago(1);
    return completed[slot] > 0 ? waited[slot] / completed[slot] : 0;
  }

  /**
   * Spans of about so long, one for each interval that ends one, since then; of an interval each
   * where these are longer. Limits have been off for them and for as long before.
   */
  List<Span> open(double from, double length) {
    List<Span> spans = new ArrayList<>();
    for (int last : since(from, true)) {
      double end = ends[last];
      double begin = end - StrictMath.max(length, lengths[last]);
      if (begin - length >= from - SLACK_SECONDS && !isAnyLimited(begin - length, end)) {
        spans.add(span(begin, end));
      }
    }
    return spans;
  }

  private boolean isAnyLimited(double from, double to) {
    for (int slot : since(from, false)) {
      if (limited[slot] && ends[slot] <= to + SLACK_SECONDS) {
        return true;
      }
    }
    return false;
  }

  double completedIn(int slot) {
    return completed[slot];
  }

  /** Slots of the intervals since a time in which nobody was limited and I/Os waited. */
  int[] full(double from) {
    return Arrays.stream(since(from, true)).filter(slot -> full[slot]).toArray();
  }

  /** Slots of the intervals that began at a time or later; only those without limits if wanted. */
  int[] since(double from, boolean onlyOpen) {
    int[] slots = new int[SLOTS];
    int count = 0;
    for (int i = 0; i < StrictMath.min(added, SLOTS); i++) {
      if (ends[i] >= from - SLACK_SECONDS && !(onlyOpen && limited[i])) {
        slots[count++] = i;
      }
    }
    return Arrays.copyOf(slots, count);
  }
}
