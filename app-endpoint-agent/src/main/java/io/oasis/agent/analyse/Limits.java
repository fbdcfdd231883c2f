package io.oasis.agent.analyse;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.RateBound;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The limits of one queue in its last intervals, and how far it came up to them.
 *
 * <p>An agent knows what was granted, not what its host's throttle holds: a limit that was just
 * moved is in force some time later, and a throttle that counts whole I/Os lets less through.
 */
final class Limits {
  /**
   * From this load on a queue stands at its limit; a limit is met within 3 % of an interval's
   * count. A manager that grants 5 % more than is wanted leaves a queue at 0.952 of its limit: not
   * at it.
   */
  static final double AT = 0.97;

  /** From here on the limit may have held back what was done: no proof of what satisfies. */
  static final double NEAR = 0.9;

  /** Below this rate one operation more or less in a second is what {@link #AT} goes by. */
  private static final double FEW = 1 / (1 - AT);

  /**
   * The kernel's throttle counts in slices of 100 ms, and gives who has one I/O outstanding whole
   * ones in each: 200 a second of a limit of 208.
   */
  private static final double SLICES_PER_SECOND = 10;

  /** Within this of what whole I/Os per slice make, that is what holds it back. */
  private static final double SAME_RATE = 0.01;

  /** So many I/Os per slice under a limit, and the limit before it did not hold it back either. */
  private static final double FAR = 2;

  /** A limit that was just moved is in force some time later: so many are looked at. */
  private static final int RECENT = 3;

  /** So far above a limit, twice in a row, and the limit is not in force. */
  private static final double BEYOND = 1.1;

  /** Intervals in a row; chosen: in one of them a limit may just have been moved. */
  private static final int BEYOND_INTERVALS = 2;

  private final Deque<RateBound> recent = new ArrayDeque<>();
  private final RecentRates rates = new RecentRates(RECENT);
  private int beyond;

  /** Takes the rate of an interval. */
  void add(double rate) {
    rates.add(rate);
  }

  /**
   * How much of a limit is used: of the present one, or of one that was moved lately and is still
   * met; the mean of three intervals counts too, as it hides the grain of the throttle. 0 without a
   * limit in force. Asked once in each interval with I/O.
   */
  double load(Observation seen) {
    seen.limit().ifPresentOrElse(recent::addLast, recent::clear);
    if (recent.size() > RECENT) {
      recent.removeFirst();
    }
    double present = recent.isEmpty() ? 0 : load(recent.getLast(), seen.done());
    beyond = present > BEYOND ? beyond + 1 : 0;
    if (recent.isEmpty() || beyond >= BEYOND_INTERVALS) {
      return 0;
    }
    double most = present;
    double rate = seen.done().iops().perSecond();
    if (recent.size() == RECENT && rates.isFull() && rate > 0) {
      double scale = rates.mean() / rate;
      if (rate < FEW) {
        return recent.stream()
            .mapToDouble(limit -> scale * load(limit, seen.done()))
            .max()
            .orElse(0);
      }
      most = Math.max(most, present * scale);
    }
    for (RateBound limit : recent) {
      double load = load(limit, seen.done());
      most = load <= BEYOND ? Math.max(most, load) : most;
    }
    return most;
  }

  /** Whether this is all that the present limit lets through one at a time. */
  boolean areSliced(double rate) {
    return isSame(rate, whole());
  }

  /**
   * Whether this may be what an older and tighter limit lets through in whole I/Os per slice, where
   * a newer one was announced and is not in force.
   */
  boolean mayHaveSliced(double rate) {
    double nearest = SLICES_PER_SECOND * Math.rint(rate / SLICES_PER_SECOND);
    double whole = whole();
    return whole > 0 && isSame(rate, nearest) && whole < rate + FAR * SLICES_PER_SECOND;
  }

  static boolean isSame(double rate, double other) {
    return Math.abs(rate - other) <= SAME_RATE * other;
  }

  /**
   * What the present limit lets through of whole I/Os per slice; 0 without a limit in operations.
   */
  private double whole() {
    double limit =
        recent.isEmpty() ? 0 : recent.getLast().iops().map(iops -> iops.perSecond()).orElse(0.0);
    return limit == 0 ? 0 : SLICES_PER_SECOND * Math.floor(leastOf(limit) / SLICES_PER_SECOND);
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
   * A bound in operations is held in whole numbers, where both directions are used at least one of
   * them for the quieter: of a bound of 9.5 the busier one gets 8, and stands at it with 8.
   */
  private static double ofOperations(double rate, double bound) {
    return rate <= bound ? Math.min(1, rate / leastOf(bound)) : ratio(rate, bound);
  }

  private static double leastOf(double bound) {
    return Math.max(1, Math.floor(bound) - 1);
  }

  private static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : part > 0 ? BEYOND * 2 : 0;
  }
}
