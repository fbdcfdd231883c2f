package io.oasis.manager.core.law;

import io.oasis.manager.core.law.History.Span;
import io.oasis.manager.core.law.Reaction.Rate;
import io.oasis.manager.core.law.Wish.Appetite;
import java.util.List;

/**
 * What limits that stay in force tell of those of whom the answer to a question said nothing. A
 * second is short for who moves little; who is free and takes as much as before, though the latency
 * fell, is content, and nobody else has to be held for it.
 */
final class FollowUp {
  /** What is seen is a mean of so many seconds at most. */
  private static final double LONGEST_SECONDS = 8;

  private final Situation at;
  private final List<Taker> asked;
  private final Sides sides;
  private final double latency;
  private final double since;

  /**
   * @param sides whom it is about, and what each took before anybody was cut
   * @param latency in seconds, before anybody was cut
   * @param since when what was in the device then was through, in seconds
   */
  FollowUp(Situation at, List<Taker> asked, Sides sides, double latency, double since) {
    this.at = at;
    this.asked = asked;
    this.sides = sides;
    this.latency = latency;
    this.since = since;
  }

  void step() {
    if (!asked.equals(at.takers())) {
      return;
    }
    double from = StrictMath.max(since, at.seconds() - LONGEST_SECONDS);
    Span span = at.history.span(from, at.seconds());
    double eased = StrictMath.log(latency / at.history.latency(span));
    for (int i = 0; i < sides.under.length; i++) {
      Taker taker = asked.get(i);
      if (sides.under[i] && taker.isActive && taker.isUnknown() && !taker.isLimited()) {
        double takes = at.history.mean(taker.rates, span);
        Rate after = new Rate(takes, at.seconds() - from);
        double dispersion = taker.dispersion(at.history);
        found(taker, Reaction.of(taker, dispersion, sides.before(i), after, eased), takes);
      }
    }
  }

  private void found(Taker taker, Appetite appetite, double takes) {
    if (appetite == Appetite.HUNGRY) {
      taker.wish.foundHungry(at.seconds());
    } else if (appetite == Appetite.CONTENT) {
      taker.wish.seemsContent(takes, at.seconds());
      at.note(taker.queue + " takes no more though it could: content");
    }
  }
}
