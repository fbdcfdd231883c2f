package io.oasis.manager.server.stream;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What agents, adapters and operators may say of one LUN that is full at 1000 IOPS. */
final class Said {
  static final DomainId DOMAIN = new DomainId("disk:wwid:1");
  static final LunId LUN = new LunId("wwid:1");
  static final QueueId DEEP = QueueId.parse("h:deep|wwid:1");
  static final QueueId SHALLOW = QueueId.parse("h:shallow|wwid:1");
  static final AdapterId ADAPTER = new AdapterId("h:cgroup-v1");
  static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private Said() {}

  static RequestBatch request(
      QueueId queue, DomainId domain, long sequence, double iops, double depth) {
    return new RequestBatch(
        interval(queue.lun(), domain, sequence), List.of(request(queue, iops, depth)));
  }

  private static Request request(QueueId queue, double iops, double depth) {
    Bandwidth rate = Bandwidth.of(iops, iops * 4_096);
    return new Request(
        queue.application(),
        new QueueSample(
            flow(iops), Flow.NONE, depth, Optional.empty(), QueueSample.LatencySource.LUN),
        new Demand(
            Demand.Quality.CENSORED,
            rate,
            Optional.of(Bandwidth.of(depth * 1_000, depth * 4_096_000)),
            "starved by its neighbours"),
        Optional.empty(),
        Optional.empty());
  }

  private static LunInterval interval(LunId lun, DomainId domain, long sequence) {
    return new LunInterval(domain, lun, new HostId("h"), sequence, AT, 1_000);
  }

  static LunReport report(LunId lun, DomainId domain, long sequence) {
    return new LunReport(
        interval(lun, domain, sequence),
        flow(1_000),
        Flow.NONE,
        33,
        1,
        1_000,
        LunReport.Pressure.SATURATED,
        2);
  }

  static UsageBatch usage(double iops) {
    Usage usage = new Usage(DEEP.application(), flow(iops), Flow.NONE);
    return new UsageBatch(DOMAIN, DEEP.lun(), ADAPTER, AT, 1_000, List.of(usage));
  }

  static AdapterStatus beat() {
    return beat(ADAPTER.value(), DOMAIN);
  }

  static AdapterStatus beat(String adapter, DomainId domain) {
    return new AdapterStatus(
        new AdapterId(adapter),
        new SessionId("s1"),
        domain,
        AT,
        Version.NONE,
        0,
        new AdapterStatus.Target("cgroup-v1", 1, Optional.empty()));
  }

  static GuardRails rails(
      DomainId domain, long revision, Mode mode, List<GuardRails.MovedLun> moved) {
    return new GuardRails(domain, revision, AT, mode, "proportional-fair", List.of(), moved);
  }

  private static Flow flow(double iops) {
    return new Flow(iops, iops, iops * 4_096, 33_000);
  }
}
