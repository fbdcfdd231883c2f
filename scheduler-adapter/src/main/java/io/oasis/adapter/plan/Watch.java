package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what passed a throttle with what it allowed.
 *
 * <p>What was allowed is the limit integrated over time, so a limit that moves every second is
 * judged as well as one that stands. A weight bounds nothing and is not judged. Valid while the
 * counters count I/O after the throttle, as both cgroup hierarchies do.
 */
public final class Watch {
  /** Nothing is judged over less: the kernel lets I/O go in slices of 100 ms. */
  public static final Duration WINDOW = Duration.ofSeconds(3);

  /** From this part of what was allowed demand stood at the limit (docs/targets.md). */
  private static final double BINDS = 0.9;

  /** Up to this many times what was allowed, and a stray I/O, the limit was kept. */
  private static final double HOLDS = 1.05;

  /** Beyond this many times what was allowed, without what may stray, it was not kept. */
  private static final double VIOLATED = 1.1;

  /** Beyond this many times what was allowed, without what may stray, it holds nothing back. */
  private static final double INERT = 2;

  /** One slice of the kernel's throttle, in seconds: it may pass beyond the window's share. */
  private static final double SLICE_SECONDS = 0.1;

  /** What a single I/O may be beyond the share: two I/Os, or two of the largest size. */
  private static final double STRAY_IOS = 2;

  /** Two I/Os of 1 MiB; few are larger. */
  private static final double STRAY_BYTES = 2 * 1_048_576;

  /**
   * @param cause empty unless something is wrong
   */
  public record Judgement(Outcome.State state, String cause) {}

  private record Sample(Duration at, Counters counters, double[] allowed) {}

  private final Map<Part, Double> rates = new EnumMap<>(Part.class);
  private final Set<Part> proved = EnumSet.noneOf(Part.class);
  private boolean bindsNow = true;
  private final ArrayDeque<Sample> samples = new ArrayDeque<>();
  private final double[] allowed = new double[Part.RATES.size()];
  private Throttle limit = Throttle.NONE;
  private Duration integratedTo = Duration.ZERO;

  /** The limit is another one from now on. */
  public void limit(Throttle next, Duration now) {
    integrate(now);
    for (Part part : Part.RATES) {
      if ((next.get(part) == 0) != (limit.get(part) == 0)) {
        samples.clear(); // before, this part was not held at all
      }
    }
    limit = next;
  }

  /** Takes the counters as they are now; absent while the window is not full. */
  public Optional<Judgement> look(Counters counters, Duration now) {
    integrate(now);
    Sample last = samples.peekLast();
    if (last != null && wentBack(last.counters(), counters)) {
      samples.clear();
    }
    samples.addLast(new Sample(now, counters, allowed.clone()));
    if (last != null) {
      bindsNow = Part.RATES.stream().anyMatch(part -> binds(part, last, counters));
    }
    Sample from = null;
    while (!samples.isEmpty() && now.minus(samples.getFirst().at()).compareTo(WINDOW) >= 0) {
      from = samples.removeFirst();
    }
    if (from == null) {
      return Optional.empty();
    }
    samples.addFirst(from);
    return Optional.of(judge(from, counters, now));
  }

  /** What passed per second over the last full window; absent before, and for what has no limit. */
  Optional<Double> rate(Part part) {
    return Optional.ofNullable(rates.get(part));
  }

  /** The parts of the limit that bound and held over the last full window. */
  Set<Part> proved() {
    return proved;
  }

  /** Whether demand reached the limit between the last two looks; true while that is not known. */
  boolean bindsNow() {
    return bindsNow;
  }

  private boolean binds(Part part, Sample last, Counters counters) {
    double share = allowed[part.ordinal()] - last.allowed()[part.ordinal()];
    return limit.get(part) != 0 && counters.get(part) - last.counters().get(part) >= BINDS * share;
  }

  private Judgement judge(Sample from, Counters counters, Duration now) {
    double seconds = now.minus(from.at()).toNanos() / 1e9;
    boolean binds = false;
    boolean holds = true;
    rates.clear();
    proved.clear();
    for (Part part : Part.RATES) {
      if (limit.get(part) == 0) {
        continue;
      }
      double passed = counters.get(part) - from.counters().get(part);
      double share = allowed[part.ordinal()] - from.allowed()[part.ordinal()];
      rates.put(part, passed / seconds);
      double sure = passed - stray(part) - SLICE_SECONDS * limit.get(part);
      if (sure > VIOLATED * share) {
        return new Judgement(
            sure > INERT * share ? Outcome.State.INERT : Outcome.State.VIOLATED,
            cause(part, passed / seconds, share / seconds));
      }
      boolean partBinds = passed >= BINDS * share;
      boolean partHolds = passed <= HOLDS * share + stray(part);
      if (partBinds && partHolds) {
        proved.add(part);
      }
      binds |= partBinds;
      holds &= partHolds;
    }
    return new Judgement(binds && holds ? Outcome.State.VERIFIED : Outcome.State.WRITTEN, "");
  }

  private static String cause(Part part, double rate, double limit) {
    String what =
        switch (part) {
          case READ_IOPS -> "reads/s";
          case WRITE_IOPS -> "writes/s";
          case READ_BYTES -> "bytes read/s";
          case WRITE_BYTES -> "bytes written/s";
          case IOPS -> "I/Os/s";
          case BYTES -> "bytes/s";
          case WEIGHT, SHARE, RESERVE, SETTING -> throw new IllegalArgumentException(part.label());
        };
    return String.format(
        Locale.ROOT,
        "%.0f %s pass under a limit of %.0f: likely I/O the throttle lets by, such as buffered"
            + " writeback, swap or file system metadata",
        rate,
        what,
        limit);
  }

  private void integrate(Duration now) {
    double seconds = now.minus(integratedTo).toNanos() / 1e9;
    for (Part part : Part.RATES) {
      allowed[part.ordinal()] += limit.get(part) * seconds;
    }
    integratedTo = now;
  }

  private static boolean wentBack(Counters before, Counters now) {
    for (Part part : Part.RATES) {
      if (now.get(part) < before.get(part)) {
        return true;
      }
    }
    return false;
  }

  private static double stray(Part part) {
    return switch (part) {
      case READ_IOPS, WRITE_IOPS, IOPS -> STRAY_IOS;
      case READ_BYTES, WRITE_BYTES, BYTES -> STRAY_BYTES;
      case WEIGHT, SHARE, RESERVE, SETTING -> throw new IllegalArgumentException(part.label());
    };
  }
}
