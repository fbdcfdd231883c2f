package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a queue is to have while there is not enough, in I/Os per second.
 *
 * @param share its part of a fair filling
 * @param wants infinite where it is not known to be content with less
 */
public record Portion(double share, double wants) {
  static Map<QueueId, Portion> all(Situation at) {
    double[] level = at.level(true);
    List<Taker> takers = at.takers();
    Map<QueueId, Portion> portions = new LinkedHashMap<>();
    for (int i = 0; i < level.length; i++) {
      Taker taker = takers.get(i);
      double wants = taker.isContent() ? taker.wish.need() : Double.POSITIVE_INFINITY;
      portions.put(taker.queue, new Portion(level[i] / taker.cost, taker.isActive ? wants : 0));
    }
    return portions;
  }
}
