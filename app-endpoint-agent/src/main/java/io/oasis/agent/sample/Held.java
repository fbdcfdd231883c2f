package io.oasis.agent.sample;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Iops;
import io.oasis.protocol.RateBound;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The I/Os that wait behind the limits on one device, whatever engine asked for them.
 *
 * <p>Law: cgroup v1 counts an I/O when it reaches the throttle, the device when it is done. So
 * entered - done - merged - in flight, from a time without limits on, is what the throttles hold:
 * nothing has to be lifted to know it. One limited application holds all of it; of several each
 * holds what entered beyond what its limit let through, and its part of what the sum says else.
 *
 * <p>Worked: a closed loop of 32 limited to 500/s. In the first second 532 enter, 500 are done: 32
 * held. In each further second 500 enter, 500 are done: still 32.
 *
 * <p>Not valid on v2, which counts at dispatch; where another limit than ours holds; on kernels
 * before 6.16 with an elevator, which do not count what it keeps as in flight. What a cgroup did
 * between its last reading and its end is missing in the sum until nothing is limited.
 */
final class Held {
  /** Sums from before the limits that are looked at: one of a moment too late must not count. */
  private static final int FREE_INTERVALS = 8;

  /** Less than this is the difference of two readings. */
  private static final double LEAST = 0.5;

  /** Seconds between the readings of a device and of the cgroups on it: a busy device moves on. */
  private static final double SKEW_SECONDS = 1e-3;

  /** Part of a sum below zero, and of the error of a split, that is taken back in an interval. */
  private static final double CORRECTION = 0.2;

  /** Part of the sum that decides between applications of which none seems to wait, ... */
  private static final double HARDLY = 1e-3;

  /** ... by the part of its limit that each uses, to this power: who uses little hardly waits. */
  private static final int BY_USE = 2;

  /**
   * I/O of one limited application.
   *
   * @param entered I/Os of the interval
   * @param passed what its limit lets through in an interval
   */
  record Limited(double entered, double passed) {
    /** A limit in bytes only is no figure for somebody of whom nothing entered: 0 passed. */
    static Limited of(Work work, RateBound limit, double seconds) {
      double iops = limit.iops().map(Iops::perSecond).orElse(work.isNone() ? 0 : Double.MAX_VALUE);
      double meanBytes = work.operations() > 0 ? work.bytes() / work.operations() : 0;
      double byBytes = limit.bytesPerSecond().map(BytesPerSecond::perSecond).orElse(0.0);
      double perSecond = meanBytes > 0 && byBytes > 0 ? Math.min(iops, byBytes / meanBytes) : iops;
      return new Limited(work.operations(), perSecond * seconds);
    }

    /** How likely it is that it waits while it does not seem to: more than 0, and 1 at most. */
    private double doubt() {
      return entered >= passed ? 1 : Math.pow((entered + 1) / (passed + 1), BY_USE);
    }
  }

  private final Deque<Double> free = new ArrayDeque<>();
  private final Map<ApplicationId, Double> waiting = new TreeMap<>();
  private double sum;
  private double base;

  /** Who was limited in the interval before. */
  Set<ApplicationId> limited() {
    return Set.copyOf(waiting.keySet());
  }

  /**
   * What waits at the end of an interval, of each limited application.
   *
   * @param entered I/Os of everybody, limited or not
   * @param left I/Os that were done or merged, and those in flight that are more than before
   * @param later seconds by which what entered was read later than what left
   * @return empty while no time without limits was seen
   */
  Optional<Map<ApplicationId, Double>> measure(
      double entered,
      double left,
      double seconds,
      double later,
      Map<ApplicationId, Limited> limited) {
    sum += entered - left;
    double inside = sum - entered * later / seconds;
    if (limited.isEmpty()) {
      free(inside);
      return Optional.of(Map.of());
    }
    if (free.isEmpty()) {
      return Optional.empty();
    }
    if (waiting.isEmpty()) {
      base = free.stream().sorted().skip((free.size() - 1) / 2).findFirst().orElseThrow();
    }
    if (inside < base) {
      base -= CORRECTION * (base - inside);
    }
    double least = Math.max(LEAST, SKEW_SECONDS * left / seconds);
    return Optional.of(split(inside - base < least ? 0 : inside - base, limited));
  }

  /**
   * The limits may end a moment later than is known here: the sum from before stays one of many.
   */
  private void free(double inside) {
    if (!waiting.isEmpty()) {
      waiting.clear();
      free.clear();
      free.add(base);
    }
    free.add(inside);
    if (free.size() > FREE_INTERVALS) {
      free.removeFirst();
    }
  }

  private Map<ApplicationId, Double> split(double total, Map<ApplicationId, Limited> limited) {
    waiting.keySet().retainAll(limited.keySet());
    Map<ApplicationId, Double> shares = new TreeMap<>();
    double error = total;
    for (Map.Entry<ApplicationId, Limited> entry : limited.entrySet()) {
      Limited it = entry.getValue();
      double more = waiting.getOrDefault(entry.getKey(), 0.0) + it.entered() - it.passed();
      double now = Math.clamp(more, 0, total);
      waiting.put(entry.getKey(), now);
      shares.put(entry.getKey(), now + HARDLY * total * it.doubt());
      error -= now;
    }
    double all = shares.values().stream().mapToDouble(share -> share).sum();
    double part = all == 0 ? 0 : error / all;
    Map<ApplicationId, Double> held = new TreeMap<>();
    shares.forEach(
        (who, share) -> held.put(who, Math.max(0, waiting.getOrDefault(who, 0.0) + part * share)));
    waiting.replaceAll((who, now) -> now + CORRECTION * (held.getOrDefault(who, now) - now));
    return held;
  }
}
