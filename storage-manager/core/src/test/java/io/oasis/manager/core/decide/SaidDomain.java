package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
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
final class SaidDomain {
  static final LunId LUN = new LunId("serial:a");
  static final AdapterId ADAPTER = new AdapterId("h:one");

  /** An I/O of this size costs 2, so that I/Os and cost are not taken for each other. */
  static final double BYTES = CostModel.BYTES_PER_COST;

  final Domain domain;
  final Duration interval;
  Instant now = Instant.ofEpochSecond(1_000_000);
  private long revision;
  private long sequence;

  SaidDomain(Mode mode, String policy, Duration interval) {
    this.interval = interval;
    domain =
        new Domain(
            new DomainId("d"),
            new ControllerConfig(interval, Duration.ofSeconds(15), mode, policy),
            Optional.empty());
    passes(Duration.ZERO);
  }

  HeardQueue queue(String name) {
    return queue(name, LUN);
  }

  HeardQueue queue(String name, LunId lun) {
    HeardQueue added = domain.add(new QueueId(new ApplicationId("h:/" + name), lun));
    added.servedBy(ADAPTER);
    return added;
  }

  void passes(Duration time) {
    now = now.plus(time);
    domain.time().hears(now);
  }

  /** An adapter lives that holds back there. */
  void adapter(AdapterId id, Placement placement) {
    AdapterStatus.Target target = new AdapterStatus.Target("kind", 1, Optional.of(placement));
    SessionId session = new SessionId("s");
    domain
        .adapters()
        .beat(new AdapterStatus(id, session, domain.id(), now, Version.NONE, 0, target), now, now);
  }

  /** A limit of so many I/Os per second was sent, which is in force. */
  void limits(HeardQueue queue, double iops) {
    queue.sent(Optional.of(RateBound.ofIops(iops)), domain.nextVersion(), now);
  }

  /** So much comes and completes, all of it read; the LUN's latency is known, not the queue's. */
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
    asks(
        queue,
        new QueueSample(reads, Flow.NONE, outstanding, held, LatencySource.LUN),
        Quality.CENSORED);
  }

  /** So many I/Os per second, of so many times the usual size. */
  void sends(HeardQueue queue, double iops, double larger) {
    Flow reads = new Flow(iops, iops, iops * larger * BYTES, 100);
    asks(
        queue,
        new QueueSample(reads, Flow.NONE, 10, Optional.of(0.0), LatencySource.LUN),
        Quality.CENSORED);
  }

  /** So much comes and completes, of a demand that is known so well. */
  void wants(HeardQueue queue, double iops, Quality quality) {
    Flow reads = new Flow(iops, iops, iops * BYTES, 100);
    asks(queue, new QueueSample(reads, Flow.NONE, 1, Optional.empty(), LatencySource.LUN), quality);
  }

  void asks(HeardQueue queue, QueueSample sample, Quality quality) {
    queue.take(
        new Request(
            queue.id().application(),
            sample,
            new Demand(quality, sample.bandwidth(), Optional.empty(), "test"),
            Optional.empty(),
            Optional.empty()),
        domain.heard());
  }

  /** So many I/Os per second complete, and so many are in it. */
  void lun(LunId lun, double completed, double outstanding) {
    lun(lun, completed, outstanding, 1, Pressure.SATURATED);
  }

  void lun(LunId lun, double completed, double outstanding, double busy, Pressure pressure) {
    sequence++;
    domain.reported(
        new LunReport(
            new LunInterval(domain.id(), lun, new HostId("h"), sequence, now, interval.toMillis()),
            new Flow(completed, completed, completed * BYTES, 100),
            Flow.NONE,
            outstanding,
            busy,
            100,
            pressure,
            1));
  }

  /** The operator's word. */
  void rail(Mode mode, String policy, GuardRail... rails) {
    revision++;
    domain.rail(
        new GuardRails(domain.id(), revision, now, mode, policy, List.of(rails), List.of()));
  }

  static GuardRail weight(HeardQueue queue, double weight) {
    return rail(queue, Optional.of(weight), Optional.empty(), Optional.empty(), false);
  }

  static GuardRail cap(HeardQueue queue, double iops) {
    Optional<RateBound> most = Optional.of(RateBound.ofIops(iops));
    return rail(queue, Optional.empty(), Optional.empty(), most, false);
  }

  static GuardRail reserve(HeardQueue queue, double iops) {
    Optional<RateBound> least = Optional.of(RateBound.ofIops(iops));
    return rail(queue, Optional.empty(), least, Optional.empty(), false);
  }

  static GuardRail excluded(HeardQueue queue) {
    return rail(queue, Optional.empty(), Optional.empty(), Optional.empty(), true);
  }

  private static GuardRail rail(
      HeardQueue queue,
      Optional<Double> weight,
      Optional<RateBound> reserve,
      Optional<RateBound> limit,
      boolean exclude) {
    return new GuardRail(
        GuardRails.Scope.QUEUE, queue.id().toString(), weight, reserve, limit, exclude);
  }
}
