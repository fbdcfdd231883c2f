package io.oasis.manager.core.partition;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The experiment of Fig. 5 in seconds: workers with random 4 KiB reads of a working set each, a
 * cache of 150 MB in partitions, agents that compare the mean latency of periods. It warms up as a
 * cache does: what misses is kept while there is room.
 */
final class ModelCache {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");

  static final double MB = 1e6;
  static final double CACHE = 150 * MB;
  private static final double BLOCK = 4_096;
  private static final double HIT_MICROS = 100;
  private static final double MISS_MICROS = 8_000;

  /** A request for latency when the mean has risen by so much; the base is the lowest so far. */
  private static final double SHIFT = 1.02;

  private static final DomainId DOMAIN = new DomainId("disk:model");
  private static final AdapterId ADAPTER = new AdapterId("h:brick");

  /** A worker and its partition. */
  static final class Worker {
    final QueueId queue;
    final double workingSet;
    final int iops;
    final int startsAt;
    final Optional<Double> initial;
    double size;
    double used;
    double hitRatio;
    double base = Double.NaN;

    Worker(String name, double workingSet, int iops, int startsAt, double initial) {
      queue = new QueueId(new ApplicationId("h:" + name), new LunId("serial:" + name));
      this.workingSet = workingSet;
      this.iops = iops;
      this.startsAt = startsAt;
      this.initial = Optional.of(initial);
    }

    private void run(SplittableRandom random) {
      int hits = 0;
      for (int i = 0; i < iops; i++) {
        boolean hit = random.nextDouble() * workingSet < used;
        hits += hit ? 1 : 0;
        used = hit ? used : StrictMath.min(StrictMath.min(size, workingSet), used + BLOCK);
      }
      hitRatio = (double) hits / iops;
    }

    /** What its agent sees: the mean over a long period, without the luck of single reads. */
    private double meanMicros() {
      double hit = used / workingSet;
      return hit * HIT_MICROS + (1 - hit) * MISS_MICROS;
    }
  }

  final List<Worker> workers;
  final List<CacheDecision> decisions = new ArrayList<>();
  private final DomainController controller;
  private final SplittableRandom random;
  private final boolean curves;
  private int second;

  /**
   * @param curves whether the cache samples its references and reports curves
   */
  ModelCache(String policy, boolean curves, long seed, Worker... workers) {
    this.workers = List.of(workers);
    this.curves = curves;
    random = new SplittableRandom(seed);
    controller = new DomainController(DOMAIN, CONFIG, Optional.empty(), List.of());
    GuardRails rails = new GuardRails(DOMAIN, 1, now(), Mode.ENFORCE, policy, List.of(), List.of());
    controller.on(new Input.RailsChanged(rails), now());
  }

  private Instant now() {
    return Instant.ofEpochSecond(1_000_000 + second);
  }

  void run(int seconds) {
    for (int end = second + seconds; second < end; second++) {
      List<Worker> present = workers.stream().filter(w -> second >= w.startsAt).toList();
      for (Worker worker : present) {
        worker.run(random);
        if (second % 30 == 29 && worker.used > 0) {
          ask(worker);
        }
      }
      List<CacheReport.Partition> parts = present.stream().map(this::partition).toList();
      CacheReport report =
          new CacheReport(
              new CacheRef(DOMAIN, ADAPTER, new SessionId("s"), "brick"),
              now(),
              1_000,
              CACHE,
              parts,
              Optional.empty());
      controller.on(new Input.CacheReported(report), now()).forEach(this::take);
    }
  }

  private CacheReport.Partition partition(Worker worker) {
    List<CacheReport.Point> curve = new ArrayList<>();
    for (int i = 1; curves && i <= 100; i++) {
      double size = CACHE * i / 100;
      curve.add(new CacheReport.Point(size, StrictMath.min(1, size / worker.workingSet)));
    }
    return new CacheReport.Partition(
        worker.queue,
        new CacheReport.Space(worker.size, worker.used, worker.initial),
        new CacheReport.Hits(
            worker.iops, worker.hitRatio, Optional.of(HIT_MICROS), Optional.of(MISS_MICROS)),
        curve,
        Optional.empty());
  }

  private void ask(Worker worker) {
    double mean = worker.meanMicros();
    worker.base = Double.isNaN(worker.base) ? mean : StrictMath.min(worker.base, mean);
    if (mean > worker.base * SHIFT) {
      Flow reads = new Flow(worker.iops, worker.iops, worker.iops * BLOCK, mean);
      Request request =
          new Request(
              worker.queue.application(),
              new QueueSample(
                  reads, Flow.NONE, 0.1, Optional.empty(), QueueSample.LatencySource.LUN),
              new Demand(
                  Demand.Quality.OBSERVED,
                  Bandwidth.of(worker.iops, worker.iops * BLOCK),
                  Optional.empty(),
                  "all of it"),
              Optional.empty(),
              Optional.of(new LatencyShift(mean, worker.base)));
      RequestBatch batch =
          new RequestBatch(
              new LunInterval(DOMAIN, worker.queue.lun(), new HostId("h"), second, now(), 1_000),
              List.of(request));
      controller.on(new Input.Requested(batch), now()).forEach(this::take);
    }
  }

  private void take(Effect effect) {
    if (effect instanceof Effect.Publish(CacheDecision decision)) {
      decisions.add(decision);
    } else if (effect instanceof Effect.Publish(CacheSetting setting)) {
      for (CacheSetting.Size size : setting.sizes()) {
        for (Worker worker : workers) {
          if (worker.queue.equals(size.queue())) {
            worker.size = size.bytes();
            // A worker that starts has read its whole working set: its partition is warm.
            worker.used =
                StrictMath.min(worker.used == 0 ? worker.workingSet : worker.used, worker.size);
          }
        }
      }
    }
  }
}
