package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits that a former controller left in force. They are kept as they are until everybody may have
 * spoken, and held as this one's own from then on: what they leave to the others may be lost at
 * once, and costs a question to win again.
 */
final class Inheritance {
  /** Everybody has spoken after so many intervals. */
  private static final double LISTENING_INTERVALS = 4;

  private final Situation at;
  private final Map<QueueId, Double> limits = new HashMap<>();

  Inheritance(Situation at) {
    this.at = at;
  }

  void found(QueueId queue, double perSecond) {
    limits.put(queue, perSecond);
  }

  void gone(QueueId queue) {
    limits.remove(queue);
  }

  /** Puts them on those who have spoken; returns whether they are still to be kept as they are. */
  boolean keep(double begunAt) {
    if (limits.isEmpty()) {
      return false;
    }
    for (Taker taker : at.takers()) {
      Double limit = limits.get(taker.queue);
      if (limit != null && !taker.isLimited()) {
        taker.hold(limit, at.seconds());
        at.note(taker.queue + " held to " + Math.round(limit) + " as it was found");
      }
    }
    at.room = at.work(at.recent());
    double listening =
        StrictMath.max(CausalLaw.LISTENING_SECONDS, LISTENING_INTERVALS * at.length());
    return at.seconds() - begunAt < listening;
  }

  /**
   * What completes under them is taken for what there is; what there would be without them is not
   * known.
   *
   * @return whether there is anything to hold
   */
  boolean take() {
    if (limits.isEmpty()) {
      return false;
    }
    limits.clear();
    at.unlimited = 0;
    return at.isLimited();
  }
}
