package io.oasis.agent.analyse;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import java.util.Locale;
import java.util.Optional;

/** What one queue wants, from interval to interval; the package says by which rules and why. */
public final class DemandEstimator {
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

  /** Part of the satisfied rate that counts as having it; chosen: rates scatter by less. */
  private static final double STILL_SATISFIED = 0.9;

  /** Times the satisfied rate beyond which it wants more; chosen: rates scatter by less. */
  private static final double GROWN = 1.1;

  /** Growth by fewer operations per second is noise. */
  private static final double GROWN_AT_LEAST = 4;

  /** Times the outstanding I/Os it had when satisfied: up to that it only waits longer; chosen. */
  private static final double SAME_DEPTH = 1.5;

  /** How long a satisfied rate needs no further proof. */
  private static final long FRESH_SECONDS = 60;

  /** How long it counts at all. */
  private static final long MEMORY_SECONDS = 600;

  /** A demand that could not be measured for longer is not known any more. */
  private static final int STALE_INTERVALS = 10;

  private final RecentRates relaxed = new RecentRates();
  private Satisfied satisfied = Satisfied.NEVER;
  private Optional<Demand> last = Optional.empty();
  private double rateBefore;
  private int idleIntervals;
  private int activeIntervals;
  private int staleIntervals;
  private final Limits limits = new Limits();

  /** What an application did when nothing held it back. */
  private record Satisfied(double rate, double outstanding, long atSeconds, boolean known) {
    static final Satisfied NEVER = new Satisfied(0, 0, 0, false);
  }

  /** The demand of an interval; {@code nowSeconds} of a monotonic clock. */
  public Demand measure(Observation seen, long nowSeconds) {
    double rate = seen.done().iops().perSecond();
    limits.add(rate);
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
    double load = limits.load(seen);
    if (load >= Limits.AT) {
      return censored(seen, "at its limit: it wants at least this");
    }
    if (seen.pressure() == Pressure.RELAXED && activeIntervals < WHOLE_INTERVALS) {
      return observed(seen, rate, "has just started");
    }
    boolean isNear = load >= Limits.NEAR;
    if (isNear && limits.areSliced(rate) && !(satisfied.known && rate <= satisfied.rate)) {
      return censored(seen, "at what its limit allows in each slice of the throttle");
    }
    if (seen.pressure() == Pressure.RELAXED && isNear) {
      return observed(seen, Math.max(satisfied.rate, rate), "close to its limit");
    }
    if (seen.pressure() == Pressure.RELAXED && seen.mixed() && rate < satisfied.rate) {
      return observed(seen, satisfied.rate, "waits for a device that idles at times");
    }
    if (seen.pressure() == Pressure.RELAXED) {
      relaxed.add(rate);
      double wanted = relaxed.high();
      if (isProof(rate) && !hasJustFallen(rate)) {
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

  /**
   * Who wanted more a moment ago and was held back, and now does much less: the device may have
   * stood still for a part of the interval. The next one tells.
   */
  private boolean hasJustFallen(double rate) {
    return last.filter(before -> before.quality() == Quality.CENSORED)
        .filter(before -> rate < STILL_SATISFIED * before.rate().iops().perSecond())
        .isPresent();
  }

  private boolean isFresh(long nowSeconds) {
    return satisfied.known && nowSeconds - satisfied.atSeconds <= FRESH_SECONDS;
  }

  /**
   * Whether what it does says what satisfies it. Whole I/Os per slice may also be what an older and
   * tighter limit lets through, where a newer one was announced and is not in force.
   */
  private boolean isProof(double rate) {
    return !limits.mayHaveSliced(rate) || (satisfied.known && Limits.isSame(rate, satisfied.rate));
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

  private static Demand observed(Observation seen, double rate, String why) {
    return new Demand(Quality.OBSERVED, seen.atSize(rate), Optional.empty(), why);
  }

  private static Demand censored(Observation seen, String why) {
    double base = seen.baseLatencyMicros();
    Optional<Bandwidth> estimate =
        base > 0
            ? Optional.of(
                seen.atSize(
                    Math.max(seen.done().iops().perSecond(), seen.outstanding() / base * 1e6)))
            : Optional.empty();
    return new Demand(Quality.CENSORED, seen.done(), estimate, why);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
