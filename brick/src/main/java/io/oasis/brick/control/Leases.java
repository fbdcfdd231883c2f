package io.oasis.brick.control;

import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Export;
import java.util.HashMap;
import java.util.Map;

/**
 * The terms that were set from outside, and until when. Times are of one monotonic clock and are
 * handed in. Not safe for threads.
 *
 * <p>Law: when a lease ends, each of the terms that still is what the lease set becomes what it was
 * before the lease; one that somebody else has set meanwhile stays. Of a limit and a larger reserve
 * that come together so, the limit holds. A release brings back what was configured, whoever set
 * what.
 */
final class Leases {
  static final long FOR_EVER = Long.MAX_VALUE;

  private final Map<Export, Terms> configured = new HashMap<>();
  private final Map<Export, Lease> held = new HashMap<>();

  private record Lease(Terms before, Terms leased, long untilNanos) {
    Terms undone(Terms now) {
      double reserve =
          now.reserveIops() == leased.reserveIops() ? before.reserveIops() : now.reserveIops();
      double limit = now.limitIops() == leased.limitIops() ? before.limitIops() : now.limitIops();
      return new Terms(
          now.share() == leased.share() ? before.share() : now.share(),
          limit == 0 ? reserve : Math.min(reserve, limit),
          limit,
          now.limitBytesPerSecond() == leased.limitBytesPerSecond()
              ? before.limitBytesPerSecond()
              : now.limitBytesPerSecond(),
          now.latencyNanos() == leased.latencyNanos() ? before.latencyNanos() : now.latencyNanos(),
          now.pool().equals(leased.pool()) ? before.pool() : now.pool());
    }
  }

  /** Sets terms for ever; a lease that runs goes on. */
  void set(Export export, Terms terms) {
    Terms now = export.session().terms();
    configured.putIfAbsent(export, now);
    export.engine().retune(export.session(), terms);
  }

  /** Sets terms until a moment, unless the lease is renewed. */
  void lease(Export export, Terms terms, long untilNanos) {
    Terms now = export.session().terms();
    Lease running = held.get(export);
    set(export, terms);
    held.put(export, new Lease(running == null ? now : running.undone(now), terms, untilNanos));
  }

  /** Prolongs a lease; says whether there is one. */
  boolean renew(Export export, long untilNanos) {
    return held.computeIfPresent(
            export, (_, lease) -> new Lease(lease.before(), lease.leased(), untilNanos))
        != null;
  }

  boolean isHeld(Export export) {
    return held.containsKey(export);
  }

  void release(Export export) {
    held.remove(export);
    Terms before = configured.remove(export);
    if (before != null) {
      export.engine().retune(export.session(), before);
    }
  }

  void releaseAll() {
    Map.copyOf(configured).keySet().forEach(this::release);
  }

  /** Ends a lease now. */
  void end(Export export) {
    Lease lease = held.remove(export);
    if (lease != null) {
      export.engine().retune(export.session(), lease.undone(export.session().terms()));
    }
  }

  /** Ends the leases that have run out; returns when the next one will. */
  long expire(long now) {
    long next = FOR_EVER;
    for (Map.Entry<Export, Lease> entry : Map.copyOf(held).entrySet()) {
      if (entry.getValue().untilNanos() - now <= 0) {
        end(entry.getKey());
      } else {
        next = Math.min(next, entry.getValue().untilNanos());
      }
    }
    return next;
  }
}
