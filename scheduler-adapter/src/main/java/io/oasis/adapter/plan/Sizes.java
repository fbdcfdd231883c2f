package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.protocol.QueueId;
import java.util.HashMap;
import java.util.Map;

/** How large the I/Os of every queue are, limited or not: a limit may be asked for at any time. */
final class Sizes {
  private record Seen(Counters counters, MeanSize size) {}

  private Map<QueueId, Seen> queues = new HashMap<>();

  /** Takes what passed each queue so far; one that is not named is forgotten. */
  void look(Map<QueueId, Counters> counters) {
    Map<QueueId, Seen> next = HashMap.newHashMap(counters.size());
    counters.forEach(
        (queue, now) -> {
          Seen before = queues.get(queue);
          MeanSize size = before == null ? new MeanSize() : before.size();
          if (before != null) {
            size.look(ios(now) - ios(before.counters()), bytes(now) - bytes(before.counters()));
          }
          next.put(queue, new Seen(now, size));
        });
    queues = next;
  }

  /** The mean of one; 0 while it is not steady. */
  double bytes(QueueId queue) {
    Seen seen = queues.get(queue);
    return seen == null ? 0 : seen.size().bytes();
  }

  private static double ios(Counters counters) {
    return counters.readIos() + counters.writeIos();
  }

  private static double bytes(Counters counters) {
    return counters.readBytes() + counters.writeBytes();
  }
}
