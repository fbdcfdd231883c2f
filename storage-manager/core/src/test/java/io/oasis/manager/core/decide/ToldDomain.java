package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.QueueSample.LatencySource;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A domain of which a test says what its queues and LUNs did in an interval. */
final class ToldDomain {
  /** The size of all I/Os; each costs 2. */
  static final double BYTES = CostModel.BYTES_PER_COST;

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  final Domain domain;
  private Instant at = NOW;

  ToldDomain(Mode mode, String policy) {
    ControllerConfig config =
        new ControllerConfig(INTERVAL, INTERVAL.multipliedBy(15), mode, policy);
    domain = new Domain(new DomainId("d"), config, Optional.empty());
    pass(1);
  }

  static LunId lun(String name) {
    return new LunId("serial:" + name);
  }

  /** A queue on the LUN named a. */
  HeardQueue queue(String name) {
    return queue(name, "a");
  }

  HeardQueue queue(String name, String lun) {
    return domain.add(new QueueId(new ApplicationId("h:/" + name), lun(lun)));
  }

  /** So many I/Os of it completed a second, and it wants them. */
  HeardQueue does(HeardQueue queue, Quality quality, double iops) {
    return takes(queue, request(queue, quality, iops, iops, LatencySource.QUEUE));
  }

  /** Those that completed are known from the counters of its LUN. */
  HeardQueue counted(HeardQueue queue, double iops) {
    return takes(queue, request(queue, Quality.OBSERVED, iops, iops, LatencySource.LUN));
  }

  /** So many completed a second, and so many are wanted. */
  HeardQueue wants(HeardQueue queue, Quality quality, double iops, double wanted) {
    return takes(queue, request(queue, quality, iops, wanted, LatencySource.QUEUE));
  }

  HeardQueue takes(HeardQueue queue, Request request) {
    queue.take(request, domain.heard());
    return queue;
  }

  static Request request(
      HeardQueue queue, Quality quality, double iops, double wanted, LatencySource source) {
    Flow reads = new Flow(iops, iops, iops * BYTES, 100);
    return new Request(
        queue.id().application(),
        new QueueSample(reads, Flow.NONE, 0.1, Optional.empty(), source),
        new Demand(quality, Bandwidth.of(wanted, wanted * BYTES), Optional.empty(), "test"),
        Optional.empty(),
        Optional.empty());
  }

  /** It has this limit from now on. */
  void limit(HeardQueue queue, RateBound limit) {
    queue.sent(Optional.of(limit), domain.nextVersion(), at);
  }

  void limit(HeardQueue queue, double iops) {
    limit(queue, RateBound.ofIops(iops));
  }

  /** A LUN that completes all that comes, half of it reads. */
  void lun(String name, Pressure pressure, double iops, double outstanding, double utilisation) {
    lun(name, pressure, new Flow(iops, iops, iops * BYTES, 100), outstanding, utilisation);
  }

  void lun(String name, Pressure pressure, Flow all, double outstanding, double utilisation) {
    Flow half =
        new Flow(
            all.arrivalsPerSecond() / 2,
            all.completionsPerSecond() / 2,
            all.bytesPerSecond() / 2,
            all.meanLatencyMicros());
    LunInterval interval =
        new LunInterval(domain.id(), lun(name), new HostId("h"), 1, at, INTERVAL.toMillis());
    domain.reported(
        new LunReport(interval, half, half, outstanding, utilisation, 100, pressure, 1));
  }

  /** So many intervals in which something is heard. */
  ToldDomain pass(int intervals) {
    for (int i = 0; i < intervals; i++) {
      at = at.plus(INTERVAL);
      domain.time().hears(at);
    }
    return this;
  }
}
