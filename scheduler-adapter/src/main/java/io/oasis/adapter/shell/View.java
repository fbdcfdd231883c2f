package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.targets.Counters;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Map;

/** What an adapter sees of what it drives. */
interface View extends AutoCloseable {
  /**
   * @param inventory what can be limited
   * @param usage what passed since the last look; nothing at the first
   * @param counters what passed so far
   */
  record Look(Inventory inventory, List<Message> usage, Map<QueueId, Counters> counters) {
    public Look {
      usage = List.copyOf(usage);
      counters = Map.copyOf(counters);
    }
  }

  /** Looks, once per interval. */
  Look look(Now now);

  @Override
  void close();

  /**
   * What passed in one direction, by how far its counters moved. Counters that went back were
   * reset: nothing is known of this interval then.
   */
  static Flow flow(long ios, long bytes, double seconds) {
    double rate = Math.max(0, ios) / seconds;
    return new Flow(rate, rate, Math.max(0, bytes) / seconds, 0);
  }
}
