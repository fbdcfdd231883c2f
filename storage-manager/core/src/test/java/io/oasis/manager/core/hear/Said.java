package io.oasis.manager.core.hear;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.Optional;

/** What agents and adapters say, in as few words as a test needs. */
public final class Said {
  public static final DomainId DOMAIN = new DomainId("d");
  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private Said() {}

  /** A queue that so many reads of 4 KiB completed of. */
  public static Request reads(QueueId queue, double iops) {
    return request(queue, new Flow(iops, iops, iops * 4_096, 100), Flow.NONE);
  }

  public static Request request(QueueId queue, Flow reads, Flow writes) {
    QueueSample sample =
        new QueueSample(reads, writes, 1, Optional.empty(), QueueSample.LatencySource.QUEUE);
    Bandwidth rate = sample.bandwidth();
    return new Request(
        queue.application(),
        sample,
        new Demand(Demand.Quality.OBSERVED, rate, Optional.empty(), "test"),
        Optional.empty(),
        Optional.empty());
  }

  public static LunReport lun(String host, String lun, long millis) {
    return lun(host, lun, millis, 1);
  }

  /** A LUN that read and wrote 50 a second. */
  public static LunReport lun(String host, String lun, long millis, double outstanding) {
    Flow half = new Flow(50, 50, 50 * 4_096, 100);
    return new LunReport(
        new LunInterval(DOMAIN, new LunId(lun), new HostId(host), 1, NOW, millis),
        half,
        half,
        outstanding,
        0.5,
        100,
        LunReport.Pressure.RELAXED,
        1);
  }

  /** Of an adapter that limits nobody. */
  public static AdapterStatus status(String adapter, String session, Version seen, Instant at) {
    return status(adapter, session, seen, at, Optional.empty());
  }

  public static AdapterStatus status(
      String adapter, String session, Version seen, Instant at, Optional<Placement> placement) {
    return new AdapterStatus(
        new AdapterId(adapter),
        new SessionId(session),
        DOMAIN,
        at,
        seen,
        0,
        new AdapterStatus.Target("test", 1, placement));
  }
}
