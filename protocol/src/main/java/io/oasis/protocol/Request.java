package io.oasis.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * What an agent says of one queue each interval: what it measured and what the application wants.
 *
 * @param domain the domain the agent proposes, or the one the manager last told it
 * @param sequence grows by one with each interval of the agent
 * @param requested the bandwidth that the paper's two conditions ask for (OASIS, section 3.3.1);
 *     absent when neither holds
 * @param latency the latency it asks to have back; absent when it has not shifted
 */
public record Request(
    QueueId queue,
    DomainId domain,
    HostId host,
    long sequence,
    Instant at,
    long intervalMillis,
    QueueSample sample,
    Demand demand,
    Optional<Bandwidth> requested,
    Optional<LatencyShift> latency)
    implements Message {
  public Request {
    Check.notNegative("sequence", sequence);
    Check.between("intervalMillis", intervalMillis, 1, LunReport.MAX_INTERVAL_MILLIS);
  }

  /** A request for bandwidth only. */
  public Request(
      QueueId queue,
      DomainId domain,
      HostId host,
      long sequence,
      Instant at,
      long intervalMillis,
      QueueSample sample,
      Demand demand,
      Optional<Bandwidth> requested) {
    this(
        queue,
        domain,
        host,
        sequence,
        at,
        intervalMillis,
        sample,
        demand,
        requested,
        Optional.empty());
  }
}
