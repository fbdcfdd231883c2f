package io.oasis.manager.core.law;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A device that is seen every quarter of a second, and what there is of it. */
final class Watched {
  static final double LENGTH_SECONDS = 0.25;

  final Situation at = new Situation();
  private final Map<QueueId, Seen> queues = new LinkedHashMap<>();
  private double inFlight = 20;
  private double seconds;

  /** A queue that passes so many I/Os of 4 KiB a second from now on. */
  Watched queue(String name, double perSecond) {
    return queue(name, perSecond, 1, Rule.NONE);
  }

  Watched queue(String name, double perSecond, double weight, Rule rule) {
    Kind kind = Kind.of(4_096, 1);
    queues.put(id(name), new Seen(id(name), weight, kind, perSecond, perSecond, 0, false, rule));
    return this;
  }

  Watched inFlight(double ios) {
    inFlight = ios;
    return this;
  }

  /** Sees it for so long; there is so much to share. */
  Watched see(double forSeconds, double room) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH_SECONDS;
      double all = queues.values().stream().mapToDouble(Seen::passed).sum();
      at.see(new Sight(seconds, LENGTH_SECONDS, List.copyOf(queues.values()), all, inFlight, 0.03));
    }
    at.room = room;
    return this;
  }

  Taker taker(String name) {
    return at.takers().stream()
        .filter(taker -> taker.queue.equals(id(name)))
        .findFirst()
        .orElseThrow();
  }

  double seconds() {
    return seconds;
  }

  static QueueId id(String name) {
    return new QueueId(new ApplicationId("h:/" + name), new LunId("serial:1"));
  }
}
