package io.oasis.brick.discipline;

import io.oasis.protocol.Check;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whose time it is at every moment, the same round again and again: one server's part of a schedule
 * that several servers follow, each by its own clock.
 *
 * @param zeroNanos a moment at which a round begins, by the clock that the discipline is told the
 *     time of; rounds before it count too, so who comes later joins the one in progress
 * @param slices in the order of time, within the round, not overlapping; what they leave is
 *     nobody's
 */
public record Timetable(long zeroNanos, long roundNanos, List<Slice> slices) {
  /** All time is nobody's, so whoever comes is a guest. */
  public static final Timetable NOBODYS =
      new Timetable(0, DisciplineSpec.STANDARD_ROUND_NANOS, List.of());

  /** A session's time in each round. */
  public record Slice(String session, long startNanos, long lengthNanos) {
    long endNanos() {
      return startNanos + lengthNanos;
    }
  }

  /**
   * A piece of time.
   *
   * @param session whose; empty when nobody's
   * @param lengthNanos of the whole piece
   */
  record Span(String session, long endNanos, long lengthNanos) {}

  public Timetable {
    slices = slices.stream().sorted(Comparator.comparingLong(Slice::startNanos)).toList();
    long end = 0;
    for (Slice slice : slices) {
      if (slice.startNanos < end || slice.lengthNanos < 1) {
        throw new IllegalArgumentException(
            "slice = " + slice + ": must begin at " + end + " ns or later and last 1 ns or more");
      }
      end = slice.endNanos();
    }
    Check.require(
        roundNanos >= 1 && end <= roundNanos,
        "roundNanos",
        roundNanos,
        "above 0 and hold all slices");
  }

  /** The piece of time that a moment lies in. */
  Span at(long now) {
    long begin = now - Math.floorMod(now - zeroNanos, roundNanos);
    long within = now - begin;
    long gap = 0;
    for (Slice slice : slices) {
      if (within < slice.startNanos) {
        return new Span("", begin + slice.startNanos, slice.startNanos - gap);
      }
      if (within < slice.endNanos()) {
        return new Span(slice.session, begin + slice.endNanos(), slice.lengthNanos);
      }
      gap = slice.endNanos();
    }
    return new Span("", begin + roundNanos, roundNanos - gap);
  }

  /** Whether a session has time of its own. */
  boolean names(String session) {
    return slices.stream().anyMatch(slice -> slice.session.equals(session));
  }

  /** Why these sessions cannot be served by it; empty when they can. */
  public Optional<String> refusal(List<String> sessions) {
    boolean leavesTime = slices.stream().mapToLong(Slice::lengthNanos).sum() < roundNanos;
    for (Slice slice : slices) {
      long found = sessions.stream().filter(slice.session::equals).count();
      if (found != 1) {
        return Optional.of(
            "%s has a slice and %s: must be one"
                .formatted(slice.session, found == 0 ? "no export" : found + " exports"));
      }
    }
    return sessions.stream()
        .filter(session -> !leavesTime && !names(session))
        .findFirst()
        .map(session -> session + " has no slice, and no time is left over in which it is served");
  }

  /**
   * The discipline that follows it.
   *
   * @param depth most I/Os at the device
   * @param outstanding I/Os that the discipline before has at the device
   */
  public Discipline follow(int depth, int outstanding) {
    return new Limited(new Coscheduled(depth, outstanding, this));
  }
}
