package io.oasis.agent.latency;

import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/** Says which queues of a host ask for the latency that they had. */
public interface LatencyRequests {
  /** An interval begins to be told. */
  void begin(long nowSeconds);

  /**
   * Takes what a queue did in an interval of so many seconds.
   *
   * @param limit the limit of ours that was in force
   * @return the latency it asks to have back; empty when it has not shifted
   */
  Optional<LatencyShift> add(
      QueueId queue, QueueSample sample, double seconds, Optional<RateBound> limit);
}
