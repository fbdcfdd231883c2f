package io.oasis.agent.analyse;

import io.oasis.protocol.LunReport.Pressure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Throughput of one device by mean depth, and what follows from it: whether the device is saturated
 * and its base latency. Kept for I/O of similar size only, because a larger one takes longer. The
 * package says by which law.
 */
public final class DeviceCurve {
  /** How long a measurement counts. */
  static final long MEMORY_SECONDS = 600;

  /** Busy for less than this part of the time is relaxed. */
  private static final double BUSY = 0.9;

  /**
   * At the highest throughput that it had when it was busy, this much idle time is only the grain
   * of bursts: a throttle above releases I/O in slices, an array saves up what it may burst. With
   * idle time and more than that it can do more than is known.
   */
  private static final double BUSY_AT_PEAK = 0.7;

  /** A rate that is off the highest by less counts as that; chosen: rates scatter so much. */
  private static final double AT_PEAK = 0.95;

  /** Depths that differ by less than this factor say nothing about each other. */
  private static final double DEPTH_APART = 1.5;

  /** Deeper by {@link #DEPTH_APART} and this much faster: depth still pays. */
  private static final double DEEPER_PAYS = 1.15;

  /** Throughput has to grow by at least this part of what depth grew. */
  private static final double SHALLOWER_PAYS = 1.0 / 3;

  /** With nothing to compare, this depth is taken for waiting. */
  private static final double WAITING_DEPTH = 1.5;

  /** Latency at the same depth that moves by more is another device. */
  private static final double CHANGED = 1.3;

  /** Intervals in a row; chosen: one may be a stall, more would learn late. */
  private static final int CHANGED_INTERVALS = 2;

  /** Depth bins per factor of two. */
  private static final int BINS_PER_OCTAVE = 4;

  /** Weight of a new value in a bin. */
  private static final double SMOOTHING = 0.3;

  /** In bins: a depth of 2^-10; who is shallower counts as that. */
  private static final int LEAST_BIN = -40;

  /** In bins: a depth of 2^15; who is deeper counts as that. */
  private static final int MOST_BIN = 60;

  /** Keys from a size to the next; chosen, more than there are bins: sizes stay apart. */
  private static final int BINS_PER_SIZE = 1_000;

  /** Sizes are told apart by factors of four, from 512 bytes on. */
  private static final double LEAST_BYTES = 512;

  /** In factors of four: 32 MiB; what is larger counts as that. */
  private static final int MOST_SIZES = 8;

  /**
   * @param busyRate throughput of the intervals that the device was busy in; 0 while there is none
   */
  private record Bin(double depth, double rate, double busyRate, long atSeconds) {
    double latency() {
      return depth / rate;
    }
  }

  private final Map<Integer, Bin> bins = new TreeMap<>();
  private int changedIntervals;
  private int size;

  /**
   * Takes one interval.
   *
   * @param depth mean outstanding I/O
   * @param rate completions per second
   * @param meanBytes of the completions
   * @param utilisation 0 to 1
   * @param nowSeconds of a monotonic clock
   */
  public Pressure measure(
      double depth, double rate, double meanBytes, double utilisation, long nowSeconds) {
    bins.values().removeIf(bin -> nowSeconds - bin.atSeconds > MEMORY_SECONDS);
    if (rate <= 0 || depth <= 0) {
      return depth >= WAITING_DEPTH ? Pressure.SATURATED : Pressure.RELAXED;
    }
    size = sizeOf(meanBytes);
    boolean busy = Math.min(depth, utilisation) >= BUSY;
    double peak = present().stream().mapToDouble(Bin::busyRate).max().orElse(0);
    boolean busyAtPeak =
        Math.min(depth, utilisation) >= BUSY_AT_PEAK
            && depth >= WAITING_DEPTH
            && rate >= AT_PEAK * peak
            && rate <= peak / AT_PEAK;
    if (!isMixed(depth, utilisation)) {
      learn(new Bin(depth, rate, busy ? rate : 0, nowSeconds), busy);
    }
    return (busy || busyAtPeak) && isSaturated(depth, rate) ? Pressure.SATURATED : Pressure.RELAXED;
  }

  /** Lowest mean latency known for I/O of the present size, in microseconds; 0 while unknown. */
  public double baseLatencyMicros() {
    return present().stream().mapToDouble(Bin::latency).min().orElse(0) * 1e6;
  }

  /**
   * Deep for a part of the interval and idle for the rest, as when an application starts in the
   * middle of it. Its mean depth is one the device never worked at, and its mean rate is too low
   * for that depth: learned, it would make every later interval look like growth that depth had
   * bought.
   */
  private static boolean isMixed(double depth, double utilisation) {
    return depth >= WAITING_DEPTH && utilisation * DEPTH_APART < 1;
  }

  private void learn(Bin measured, boolean busy) {
    int key = size * BINS_PER_SIZE + binOf(measured.depth);
    Bin known = bins.get(key);
    if (busy && measured.depth >= WAITING_DEPTH && contradicts(known, measured)) {
      changedIntervals++;
      if (changedIntervals < CHANGED_INTERVALS) {
        return;
      }
      bins.clear();
      known = null;
    }
    changedIntervals = 0;
    if (!busy) {
      bins.entrySet().removeIf(old -> isPresent(old.getKey()) && refutes(measured, old.getValue()));
      known = bins.get(key);
    }
    bins.put(key, known == null ? measured : blend(known, measured));
  }

  /** Another latency at this depth, or less throughput than a shallower queue had. */
  private boolean contradicts(@Nullable Bin known, Bin measured) {
    if (known != null) {
      double moved = measured.latency() / known.latency();
      if (moved > CHANGED || moved < 1 / CHANGED) {
        return true;
      }
    }
    return present().stream()
        .anyMatch(
            bin -> bin.depth <= measured.depth / DEPTH_APART && bin.rate > CHANGED * measured.rate);
  }

  /** More with idle time than a queue as deep had without: the device has become faster since. */
  private static boolean refutes(Bin idle, Bin known) {
    return known.busyRate > 0
        && known.depth >= idle.depth
        && idle.rate > DEEPER_PAYS * known.busyRate;
  }

  private static Bin blend(Bin known, Bin measured) {
    return new Bin(
        smooth(known.depth, measured.depth),
        smooth(known.rate, measured.rate),
        measured.busyRate > 0 ? smooth(known.busyRate, measured.busyRate) : known.busyRate,
        measured.atSeconds);
  }

  private static double smooth(double known, double measured) {
    return known > 0 ? known + SMOOTHING * (measured - known) : measured;
  }

  private boolean isSaturated(double depth, double rate) {
    double deepest = 0;
    boolean grows = false;
    boolean stalls = false;
    boolean drops = false;
    for (Bin bin : present()) {
      if (bin.depth >= DEPTH_APART * depth && rate <= DEEPER_PAYS * bin.rate) {
        deepest = Math.max(deepest, bin.rate);
      } else if (bin.depth <= depth / DEPTH_APART) {
        double paid = 1 + (depth / bin.depth - 1) * SHALLOWER_PAYS;
        boolean grew = rate >= bin.rate * paid;
        grows |= grew && bin.busyRate > 0; // else it was idle time that was filled
        stalls |= !grew;
      }
      drops |= bin.depth <= depth && bin.rate > DEEPER_PAYS * rate;
    }
    if (drops) {
      return true;
    }
    if (deepest > 0) {
      return deepest <= DEEPER_PAYS * rate;
    }
    return stalls || (!grows && depth > WAITING_DEPTH);
  }

  /** What is known of the present size. */
  private List<Bin> present() {
    List<Bin> found = new ArrayList<>();
    bins.forEach(
        (key, bin) -> {
          if (isPresent(key)) {
            found.add(bin);
          }
        });
    return found;
  }

  private boolean isPresent(int key) {
    return Math.floorDiv(key + BINS_PER_SIZE / 2, BINS_PER_SIZE) == size;
  }

  private static int binOf(double depth) {
    long bin = Math.round(StrictMath.log(depth) / StrictMath.log(2) * BINS_PER_OCTAVE);
    return (int) Math.max(LEAST_BIN, Math.min(MOST_BIN, bin));
  }

  private static int sizeOf(double meanBytes) {
    double octaves =
        StrictMath.log(Math.max(LEAST_BYTES, meanBytes) / LEAST_BYTES) / StrictMath.log(2);
    return (int) Math.min(MOST_SIZES, Math.round(octaves / 2));
  }
}
