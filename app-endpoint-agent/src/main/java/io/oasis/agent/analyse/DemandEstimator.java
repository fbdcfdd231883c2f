package io.oasis.agent.analyse;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.RateBound;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/** What one queue wants, from interval to interval; the package says by which rules and why. */
public final class DemandEstimator {
  /**
   * From here on a queue stands at its cap; a cap is met within 3 % of an interval's count. A
   * manager that grants 5 % more than is wanted leaves a queue at 0.952 of its cap: not at it.
   */
  static final double AT_CAP = 0.97;

  /** Below this rate one operation more or less in a second is what {@link #AT_CAP} goes by. */
  private static final double FEW = 1 / (1 - AT_CAP);

  /** From here on the cap may have held back what was done: no proof of what satisfies. */
  private static final double NEAR_CAP = 0.9;

  /**
   * The kernel's throttle counts in slices of 100 ms, and gives who has one I/O outstanding whole
   * ones in each: 200 a second of a cap of 208.
   */
  private static final double SLICES_PER_SECOND = 10;

  /** Within this of what whole I/Os per slice make, that is what holds it back. */
  private static final double SAME_RATE = 0.01;

  /** So many I/Os per slice under a cap, and the cap before it did not hold it back either. */
  private static final double FAR_FROM_CAP = 2;

  /** A cap that was just moved is in force some time later: so many are looked at. */
  private static final int RECENT_CAPS = 3;

  /** So far above a cap, twice in a row, and the cap is not in force. */
  private static final double BEYOND_CAP = 1.1;

  private static final int BEYOND_CAP_INTERVALS = 2;

  /** Without I/O for so many intervals a queue is idle. */
  private static final int IDLE_INTERVALS = 2;

  /**
   * Who did so many operations per second and then none is idle at once: that makes ten in the
   * shortest interval of 100 ms, and none of ten comes by chance once in 22,000 times.
   */
  private static final double SURELY_BUSY = 100;

  /** In its first interval an application was there for a part only: that says little of it. */
  private static final int WHOLE_INTERVALS = 2;

  /** Waiting for less of its time than this, an application is not held back by waiting. */
  private static final double SELDOM_WAITING = 0.5;

  private static final double STILL_SATISFIED = 0.9;
  private static final double GROWN = 1.1;

  /** Growth by fewer operations per second is noise. */
  private static final double GROWN_AT_LEAST = 4;

  private static final double SAME_DEPTH = 1.5;

  /** How long a satisfied rate needs no further proof, and how long it counts at all. */
  private static final long FRESH_SECONDS = 60;

  private static final long MEMORY_SECONDS = 600;

  /** A demand that could not be measured for longer is not known any more. */
  private static final int STALE_INTERVALS = 10;

  private final RecentRates relaxed = new RecentRates();
  private final RecentRates recent = new RecentRates(3);
  private Satisfied satisfied = Satisfied.NEVER;
  private Optional<Demand> last = Optional.empty();
  private double rateBefore;
  private int idleIntervals;
  private int activeIntervals;
  private int staleIntervals;
  private int beyondCap;
  private final Deque<RateBound> caps = new ArrayDeque<>();

  /** What an application did when nothing held it back. */
  private record Satisfied(double rate, double outstanding, long atSeconds, boolean known) {
    static final Satisfied NEVER = new Satisfied(0, 0, 0, false);
  }

  /** The demand of an interval; {@code nowSeconds} of a monotonic clock. */
  public Demand measure(Observation seen, long nowSeconds) {
    double rate = seen.done().iops().perSecond();
    recent.add(rate);
    staleIntervals = 0;
    idleIntervals = rate > 0 || isStalled(seen) ? 0 : idleIntervals + 1;
    activeIntervals = rate > 0 ? activeIntervals + 1 : 0;
    if (satisfied.known && nowSeconds - satisfied.atSeconds > MEMORY_SECONDS) {
      satisfied = Satisfied.NEVER;
    }
    Demand demand = judge(seen, rate, nowSeconds);
    rateBefore = rate;
    last = Optional.of(demand);
    return demand;
  }

  /** The demand of an interval that could not be measured; empty when it is not known any more. */
  public Optional<Demand> notMeasured() {
    staleIntervals++;
    if (staleIntervals > STALE_INTERVALS) {
      return Optional.empty();
    }
    return last.map(
        demand ->
            new Demand(
                Quality.STALE,
                demand.rate(),
                demand.estimate(),
                text("not measured for %d intervals: the last value", staleIntervals)));
  }

  private Demand judge(Observation seen, double rate, long nowSeconds) {
    if (idleIntervals >= (rateBefore >= SURELY_BUSY ? 1 : IDLE_INTERVALS)) {
      relaxed.clear();
      return observed(seen, 0, "idle");
    }
    if (rate == 0 && last.isPresent()) {
      return isStalled(seen) ? stalled(last.get()) : last.get();
    }
    double load = loadOfCaps(seen);
    if (load >= AT_CAP) {
      return censored(seen, "at its cap: it wants at least this");
    }
    if (seen.pressure() == Pressure.RELAXED && activeIntervals < WHOLE_INTERVALS) {
      return observed(seen, rate, "has just started");
    }
    if (load >= NEAR_CAP && isSliced(rate) && !(satisfied.known && rate <= satisfied.rate)) {
      return censored(seen, "at what its cap allows in each slice of the throttle");
    }
    if (seen.pressure() == Pressure.RELAXED && load >= NEAR_CAP) {
      return observed(seen, Math.max(satisfied.rate, rate), "close to its cap");
    }
    if (seen.pressure() == Pressure.RELAXED && seen.mixed() && rate < satisfied.rate) {
      return observed(seen, satisfied.rate, "waits for a device that idles at times");
    }
    if (seen.pressure() == Pressure.RELAXED) {
      relaxed.add(rate);
      double wanted = relaxed.high();
      if (isProof(rate)) {
        satisfied = new Satisfied(wanted, seen.outstanding(), nowSeconds, true);
      }
      return observed(seen, wanted, "nothing holds it back");
    }
    if (seen.outstanding() < SELDOM_WAITING) {
      double most = rate / (1 - seen.outstanding());
      double wanted = isFresh(nowSeconds) ? Math.clamp(satisfied.rate, rate, most) : most;
      return observed(seen, wanted, "seldom waits for the busy device");
    }
    return contended(seen, rate, nowSeconds);
  }

  private boolean isFresh(long nowSeconds) {
    return satisfied.known && nowSeconds - satisfied.atSeconds <= FRESH_SECONDS;
  }

  /** Whole I/Os in each slice are all that the cap lets through one at a time. */
  private boolean isSliced(double rate) {
    return isSame(rate, wholeOfCap());
  }

  /** What the cap lets through of whole I/Os per slice; 0 without a cap in operations. */
  private double wholeOfCap() {
    double cap =
        caps.isEmpty() ? 0 : caps.getLast().iops().map(iops -> iops.perSecond()).orElse(0.0);
    return cap == 0 ? 0 : SLICES_PER_SECOND * Math.floor(leastOf(cap) / SLICES_PER_SECOND);
  }

  private static boolean isSame(double rate, double other) {
    return Math.abs(rate - other) <= SAME_RATE * other;
  }

  /**
   * Whether what it does says what satisfies it. Whole I/Os per slice may also be what an older and
   * tighter cap lets through, where a newer one was announced and is not in force.
   */
  private boolean isProof(double rate) {
    double nearest = SLICES_PER_SECOND * Math.rint(rate / SLICES_PER_SECOND);
    double ofCap = wholeOfCap();
    return ofCap == 0
        || !isSame(rate, nearest)
        || (satisfied.known && isSame(rate, satisfied.rate))
        || ofCap >= rate + FAR_FROM_CAP * SLICES_PER_SECOND;
  }

  /** Nothing came back although something is in flight: it waits, it is not idle. */
  private static boolean isStalled(Observation seen) {
    return seen.done().iops().perSecond() == 0 && seen.outstanding() > 0;
  }

  private static Demand stalled(Demand last) {
    return new Demand(
        Quality.CENSORED, last.rate(), last.estimate(), "waits for a device that answers nothing");
  }

  private Demand contended(Observation seen, double rate, long nowSeconds) {
    if (!satisfied.known) {
      String why =
          seen.alone()
              ? "alone on a busy device"
              : "on a busy device, never seen without neighbours";
      return censored(seen, why);
    }
    double known = satisfied.rate;
    if (rate > Math.max(GROWN * known, known + GROWN_AT_LEAST)) {
      return censored(seen, text("grew beyond the %.0f/s that satisfied it", known));
    }
    boolean fresh = isFresh(nowSeconds);
    boolean sameDepth = seen.outstanding() <= SAME_DEPTH * satisfied.outstanding;
    if (rate >= STILL_SATISFIED * known || fresh || sameDepth) {
      return observed(
          seen, Math.max(known, rate), text("waits for a busy device; %.0f/s satisfied it", known));
    }
    return censored(seen, text("starved: gets %.0f of the %.0f/s that satisfied it", rate, known));
  }

  /**
   * How much of a cap is used: of the present one, or of one that was moved lately and is still
   * met; the mean of three intervals counts too, as it hides the grain of the throttle. 0 without a
   * cap in force.
   */
  private double loadOfCaps(Observation seen) {
    seen.cap().ifPresentOrElse(caps::addLast, caps::clear);
    if (caps.size() > RECENT_CAPS) {
      caps.removeFirst();
    }
    if (caps.isEmpty()) {
      beyondCap = 0;
      return 0;
    }
    double present = load(caps.getLast(), seen.done());
    beyondCap = present > BEYOND_CAP ? beyondCap + 1 : 0;
    if (beyondCap >= BEYOND_CAP_INTERVALS) {
      return 0;
    }
    double most = present;
    double rate = seen.done().iops().perSecond();
    if (caps.size() == RECENT_CAPS && recent.isFull() && rate > 0) {
      double scale = recent.mean() / rate;
      if (rate < FEW) {
        return caps.stream().mapToDouble(cap -> scale * load(cap, seen.done())).max().orElse(0);
      }
      most = Math.max(most, present * scale);
    }
    for (RateBound cap : caps) {
      double load = load(cap, seen.done());
      most = load <= BEYOND_CAP ? Math.max(most, load) : most;
    }
    return most;
  }

  /** How much of a bound is used: of the tighter of its units. */
  private static double load(RateBound bound, Bandwidth done) {
    double byOperations =
        bound
            .iops()
            .map(iops -> ofOperations(done.iops().perSecond(), iops.perSecond()))
            .orElse(0.0);
    double byBytes =
        bound
            .bytesPerSecond()
            .map(bytes -> ratio(done.bytesPerSecond().perSecond(), bytes.perSecond()))
            .orElse(0.0);
    return Math.max(byOperations, byBytes);
  }

  /**
   * A bound in operations is held in whole numbers, one of them for the quieter direction: of a
   * bound of 9.5 a reader gets 8, and stands at it with 8.
   */
  private static double ofOperations(double rate, double bound) {
    return rate <= bound ? Math.min(1, rate / leastOf(bound)) : ratio(rate, bound);
  }

  private static double leastOf(double bound) {
    return Math.max(1, Math.floor(bound) - 1);
  }

  private static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : part > 0 ? BEYOND_CAP * 2 : 0;
  }

  private static Demand observed(Observation seen, double rate, String why) {
    return new Demand(Quality.OBSERVED, atSizeOf(seen, rate), Optional.empty(), why);
  }

  private static Demand censored(Observation seen, String why) {
    double base = seen.baseLatencyMicros();
    Optional<Bandwidth> estimate =
        base > 0
            ? Optional.of(
                atSizeOf(
                    seen,
                    Math.max(seen.done().iops().perSecond(), seen.outstanding() / base * 1e6)))
            : Optional.empty();
    return new Demand(Quality.CENSORED, seen.done(), estimate, why);
  }

  /** So many operations of the size of the present ones. */
  private static Bandwidth atSizeOf(Observation seen, double rate) {
    double present = seen.done().iops().perSecond();
    double meanBytes = present == 0 ? 0 : seen.done().bytesPerSecond().perSecond() / present;
    return Bandwidth.of(rate, rate * meanBytes);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
