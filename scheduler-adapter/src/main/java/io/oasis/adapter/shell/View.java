package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.Counters;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import java.time.Instant;
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

  /** What may be touched from now on. */
  default void reach(Reach reach) {}

  @Override
  void close();

  /** What passed through a queue. */
  static UsageBatch usage(
      QueueId queue,
      DomainId domain,
      AdapterId adapter,
      Instant wall,
      double seconds,
      Counters was,
      Counters is) {
    Flow reads = flow(is.readIos() - was.readIos(), is.readBytes() - was.readBytes(), seconds);
    Flow writes = flow(is.writeIos() - was.writeIos(), is.writeBytes() - was.writeBytes(), seconds);
    return new UsageBatch(
        domain,
        queue.lun(),
        adapter,
        wall,
        Math.clamp(Math.round(seconds * 1_000), 1, 3_600_000),
        List.of(new Usage(queue.application(), reads, writes)));
  }

  /**
   * What passed in one direction, by how far its counters moved. Counters that went back were
   * reset: nothing is known of this interval then.
   */
  private static Flow flow(long ios, long bytes, double seconds) {
    double rate = Math.max(0, ios) / seconds;
    return new Flow(rate, rate, Math.max(0, bytes) / seconds, 0);
  }
}
