package io.oasis.proving.scale;

import io.oasis.protocol.Journal;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which setting of a domain answers which of its intervals. A setting does not say so itself, and
 * of a manager that is behind the first that comes answers an earlier one. But it carries the time
 * of its decision, and the manager's journal says which records a decision at that time had seen.
 *
 * <p>The latency of an interval is from its first request to the first setting of the first
 * decision that had seen its report. A decision that changed nothing has no latency. An interval
 * that no decision has seen in the end is late by all the time until then.
 */
final class Answers {
  private static final long UNKNOWN = -1;

  private final List<Interval> asked = new ArrayList<>();

  /** Offset of the last request that a decision had seen, by its time. */
  private final TreeMap<Instant, Long> seen = new TreeMap<>();

  private final Map<Instant, Long> toldNanos = new HashMap<>();
  private long lastSeen = UNKNOWN;

  /** An interval that was asked for. */
  final class Interval {
    private final long askedNanos;
    private long reportOffset = UNKNOWN;

    private Interval(long askedNanos) {
      this.askedNanos = askedNanos;
    }

    /** The broker has its report. */
    void taken(long offset) {
      synchronized (Answers.this) {
        reportOffset = offset;
      }
    }
  }

  synchronized Interval ask(long nanos) {
    Interval interval = new Interval(nanos);
    asked.add(interval);
    return interval;
  }

  /** Settings that were decided then came. */
  synchronized void told(Instant decidedAt, long nanos) {
    toldNanos.putIfAbsent(decidedAt, nanos);
  }

  synchronized void journaled(Journal journal) {
    for (Journal.Entry entry : journal.entries()) {
      entry
          .records()
          .filter(records -> records.topic() == Topic.REQUESTS)
          .ifPresent(records -> lastSeen = Math.max(lastSeen, records.last()));
      seen.put(entry.at(), lastSeen);
    }
  }

  /** Whether a decision has seen all that was asked. */
  synchronized boolean isComplete() {
    return asked.stream()
        .allMatch(
            interval -> interval.reportOffset != UNKNOWN && interval.reportOffset <= lastSeen);
  }

  /** What was asked before is not measured. */
  synchronized void forget() {
    asked.clear();
    seen.clear();
    toldNanos.clear();
  }

  /**
   * Adds the latency of each interval that was asked for.
   *
   * @param endNanos until when decisions and settings were waited for
   */
  synchronized void measure(LatencyLog latencies, long endNanos) {
    var decisions = List.copyOf(seen.entrySet());
    int next = 0;
    for (Interval interval : asked) {
      boolean lost = interval.reportOffset == UNKNOWN;
      while (!lost
          && next < decisions.size()
          && decisions.get(next).getValue() < interval.reportOffset) {
        next++;
      }
      if (lost || next == decisions.size()) {
        latencies.add(endNanos - interval.askedNanos);
        continue;
      }
      Long told = toldNanos.get(decisions.get(next).getKey());
      if (told != null) {
        latencies.add(told - interval.askedNanos);
      }
    }
  }
}
