package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
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
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A domain of which a test says all that agents, adapters and the operator tell. */
final class ToldDomain {
  /** An I/O of this size costs 2, so that I/Os and cost are not taken for each other. */
  static final double BYTES = CostModel.BYTES_PER_COST;

  /** Of all queues, as long as nothing else is said. */
  static final AdapterId ADAPTER = new AdapterId("h:one");

  final Domain domain;
  private final Duration interval;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long revision;

  /** With intervals of a second. */
  ToldDomain(Mode mode, String policy) {
    this(mode, policy, Duration.ofSeconds(1));
  }

  ToldDomain(Mode mode, String policy, Duration interval) {
    this.interval = interval;
    domain =
        new Domain(
            new DomainId("d"),
            new ControllerConfig(interval, Duration.ofSeconds(15), mode, policy),
            Optional.empty());
    passes(Duration.ZERO);
  }

  Instant now() {
    return now;
  }

  /** So much time, at the end of which something is heard. */
  void passes(Duration time) {
    now = now.plus(time);
    domain.time().hears(now);
  }

  /** So many intervals, in each of which something is heard. */
  void passes(int intervals) {
    for (int i = 0; i < intervals; i++) {
      passes(interval);
    }
  }

  /** A queue on the LUN named a. */
  HeardQueue queue(String name) {
    return queue(name, "a");
  }

  HeardQueue queue(String name, String lun) {
    HeardQueue added = domain.add(new QueueId(new ApplicationId("h:/" + name), lun(lun)));
    added.servedBy(ADAPTER);
    return added;
  }

  private static LunId lun(String name) {
    return new LunId("serial:" + name);
  }

  /** So many I/Os of it completed a second, as measured on itself, and it wants them. */
  HeardQueue does(HeardQueue queue, Quality quality, double iops) {
    return wants(queue, quality, iops, iops);
  }

  /** So many completed a second, and so many are wanted. */
  HeardQueue wants(HeardQueue queue, Quality quality, double iops, double wanted) {
    return takes(queue, request(queue, quality, iops, wanted));
  }

  static Request request(HeardQueue queue, Quality quality, double iops, double wanted) {
    QueueSample sample =
        new QueueSample(reads(iops), Flow.NONE, 0.1, Optional.empty(), LatencySource.QUEUE);
    return request(queue, sample, quality, Bandwidth.of(wanted, wanted * BYTES));
  }

  private static Flow reads(double iops) {
    return new Flow(iops, iops, iops * BYTES, 100);
  }

  private static Request request(
      HeardQueue queue, QueueSample sample, Quality quality, Bandwidth wanted) {
    return new Request(
        queue.id().application(),
        sample,
        new Demand(quality, wanted, Optional.empty(), "test"),
        Optional.empty(),
        Optional.empty());
  }

  HeardQueue takes(HeardQueue queue, Request request) {
    queue.take(request, domain.heard());
    return queue;
  }

  /** Those that completed are known from the counters of its LUN, and it wants no more. */
  void counted(HeardQueue queue, double iops) {
    QueueSample sample =
        new QueueSample(reads(iops), Flow.NONE, 0.1, Optional.empty(), LatencySource.LUN);
    takes(queue, request(queue, sample, Quality.OBSERVED, sample.bandwidth()));
  }

  /** So much comes and completes, and it wants more; the LUN's latency is known, not its own. */
  void asks(HeardQueue queue, double arrived, double completed, double outstanding) {
    asks(queue, arrived, completed, outstanding, Optional.empty());
  }

  void asks(
      HeardQueue queue,
      double arrived,
      double completed,
      double outstanding,
      Optional<Double> held) {
    Flow reads = new Flow(arrived, completed, completed * BYTES, 100);
    asks(queue, new QueueSample(reads, Flow.NONE, outstanding, held, LatencySource.LUN));
  }

  /** It wants more than was measured of it. */
  void asks(HeardQueue queue, QueueSample sample) {
    takes(queue, request(queue, sample, Quality.CENSORED, sample.bandwidth()));
  }

  /** A limit was sent, which is in force from now on. */
  void limit(HeardQueue queue, RateBound limit) {
    queue.sent(Optional.of(limit), domain.nextVersion(), now);
  }

  void limit(HeardQueue queue, double iops) {
    limit(queue, RateBound.ofIops(iops));
  }

  /** An adapter lives that holds back there. */
  void adapter(AdapterId id, Placement placement) {
    AdapterStatus.Target target = new AdapterStatus.Target("kind", 1, Optional.of(placement));
    SessionId session = new SessionId("s");
    domain
        .adapters()
        .beat(new AdapterStatus(id, session, domain.id(), now, Version.NONE, 0, target), now, now);
  }

  /** A LUN without idle moments that is saturated. */
  void lun(String name, double iops, double outstanding) {
    lun(name, Pressure.SATURATED, iops, outstanding, 1);
  }

  /** A LUN that completes all that comes, half of it reads. */
  void lun(String name, Pressure pressure, double iops, double outstanding, double utilisation) {
    lun(name, pressure, reads(iops), outstanding, utilisation);
  }

  void lun(String name, Pressure pressure, Flow all, double outstanding, double utilisation) {
    Flow half =
        new Flow(
            all.arrivalsPerSecond() / 2,
            all.completionsPerSecond() / 2,
            all.bytesPerSecond() / 2,
            all.meanLatencyMicros());
    LunInterval measured =
        new LunInterval(domain.id(), lun(name), new HostId("h"), 1, now, interval.toMillis());
    domain.reported(
        new LunReport(measured, half, half, outstanding, utilisation, 100, pressure, 1));
  }

  /** The operator's word. */
  void rail(Mode mode, String policy, GuardRail... rails) {
    revision++;
    domain.rail(
        new GuardRails(domain.id(), revision, now, mode, policy, List.of(rails), List.of()));
  }

  static GuardRail weight(HeardQueue queue, double weight) {
    return rail(queue, Optional.of(weight), Optional.empty(), false);
  }

  static GuardRail cap(HeardQueue queue, double iops) {
    return rail(queue, Optional.empty(), Optional.of(RateBound.ofIops(iops)), false);
  }

  static GuardRail excluded(HeardQueue queue) {
    return rail(queue, Optional.empty(), Optional.empty(), true);
  }

  private static GuardRail rail(
      HeardQueue queue, Optional<Double> weight, Optional<RateBound> limit, boolean exclude) {
    return new GuardRail(
        GuardRails.Scope.QUEUE, queue.id().toString(), weight, Optional.empty(), limit, exclude);
  }
}
