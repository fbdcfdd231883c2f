package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import java.util.List;

/**
 * What limits that are set again tell of costs: where much more is done under them than before, the
 * I/Os that are held cost more than others, as a question would have told.
 */
final class Windfall {
  /** Much more is at least this many times as much. */
  private static final double MUCH_MORE = 1.15;

  /** Limits have taken effect after so long, and a second was seen, in seconds. */
  private static final double SEEN_SECONDS = 2.2;

  private final Situation at;
  private final List<Taker> takers;
  private final double[] before;
  private final double completed;
  private final double since;
  private final boolean isKnown;

  /** Limits have just been set; what was before them is known. */
  Windfall(Situation at) {
    this.at = at;
    takers = at.takers();
    Span span = at.recent();
    before = at.history.means(takers, span);
    completed = at.history.completed(span);
    since = at.seconds();
    isKnown =
        since - at.freedAt() > Situation.RECENT_SECONDS + at.length()
            && takers.stream()
                .allMatch(it -> it.isActive && it.activeSeconds(since) > Situation.RECENT_SECONDS);
  }

  /** Learns from it, once it can be seen; returns whether that is over. */
  boolean isSeen() {
    if (!isKnown || !takers.equals(at.takers())) {
      return true;
    }
    if (at.seconds() - since < SEEN_SECONDS) {
      return false;
    }
    Span span = at.recent();
    double now = at.history.completed(span);
    if (now > MUCH_MORE * completed) {
      at.costs.learn(takers, before, at.history.means(takers, span), completed, now);
      at.costs.tell(takers);
      at.room = Costs.work(takers, before, completed);
      at.unlimited = at.room;
      at.note("more is done: what is held costs more");
    }
    return true;
  }
}
