package io.oasis.brick.control;

import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Export;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The terms that were set from outside, and until when. What was configured comes back when a lease
 * runs out. Times are of one monotonic clock and are handed in. Not safe for threads.
 */
final class Leases {
  static final long FOR_EVER = Long.MAX_VALUE;

  private final Map<Export, Held> held = new HashMap<>();

  private record Held(Terms configured, long untilNanos) {}

  /**
   * @param untilNanos {@link #FOR_EVER} without a lease
   */
  void set(Export export, Terms terms, long untilNanos) {
    Terms configured = configured(export);
    held.put(export, new Held(configured, untilNanos));
    export.engine().retune(export.session(), terms);
  }

  /** What comes back when the export is released. */
  Terms configured(Export export) {
    Held before = held.get(export);
    return before == null ? export.session().terms() : before.configured();
  }

  boolean isHeld(Export export) {
    return held.containsKey(export);
  }

  void release(Export export) {
    Held before = held.remove(export);
    if (before != null) {
      export.engine().retune(export.session(), before.configured());
    }
  }

  void releaseAll() {
    held.forEach((export, before) -> export.engine().retune(export.session(), before.configured()));
    held.clear();
  }

  /** Releases what has run out; returns when the next one will. */
  long expire(long now) {
    long next = FOR_EVER;
    for (Iterator<Map.Entry<Export, Held>> all = held.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Export, Held> entry = all.next();
      Held one = entry.getValue();
      if (one.untilNanos() != FOR_EVER && one.untilNanos() - now <= 0) {
        all.remove();
        entry.getKey().engine().retune(entry.getKey().session(), one.configured());
      } else {
        next = Math.min(next, one.untilNanos());
      }
    }
    return next;
  }
}
