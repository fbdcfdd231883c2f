package io.oasis.protocol;

import java.time.Instant;

/** What one queue really got at the attached scheduler during an interval, by the adapter. */
public record Usage(
    QueueId queue,
    DomainId domain,
    AdapterId adapter,
    Instant at,
    long intervalMillis,
    Flow reads,
    Flow writes)
    implements Message {
  public Usage {
    Check.between("intervalMillis", intervalMillis, 1, LunReport.MAX_INTERVAL_MILLIS);
  }

  public double completionsPerSecond() {
    return reads.completionsPerSecond() + writes.completionsPerSecond();
  }

  public double bytesPerSecond() {
    return reads.bytesPerSecond() + writes.bytesPerSecond();
  }
}
