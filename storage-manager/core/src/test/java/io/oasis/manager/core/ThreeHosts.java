package io.oasis.manager.core;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Three hosts with a deep and a shallow application each on one device; the third makes up. */
final class ThreeHosts {
  static final String BAD = "h2";

  private static final double CAPACITY = 3_000;
  private static final long SEED = 7;

  /** Beyond the founding, in intervals of a second. */
  private static final int FOUNDING = 660;

  final ModelDomain model;
  final Map<QueueId, Double> sums = new LinkedHashMap<>();
  final Map<QueueId, Double> granted = new LinkedHashMap<>();

  ThreeHosts() {
    ControllerConfig config =
        new ControllerConfig(
            ControllerConfig.DEFAULT.interval(),
            ControllerConfig.DEFAULT.lease(),
            Mode.ENFORCE,
            CausalLaw.NAME);
    model =
        new ModelDomain(
            CAPACITY,
            SEED,
            new DomainController(ModelDomain.DOMAIN, config, Optional.empty(), List.of()));
    model.hasHosts = true;
    model.luns = 3;
    for (String name : List.of("deep", "shallow")) {
      for (int host = 0; host < 3; host++) {
        model.closedLoop(name + host, name.equals("deep") ? 64 : 4);
      }
    }
    model.run(FOUNDING);
  }

  void run(int intervals, IntConsumer before) {
    for (int i = 0; i < intervals; i++) {
      before.accept(i);
      model.interval();
      model.apps.forEach(
          (id, app) -> {
            sums.merge(id, app.got, Double::sum);
            granted.merge(id, Math.min(CAPACITY, app.cap), Double::sum);
          });
    }
  }

  static LunInterval interval(ModelDomain model, String lun) {
    return new LunInterval(
        ModelDomain.DOMAIN, new LunId(lun), new HostId(BAD), model.sequence, model.now, 1_000);
  }

  static Request request(String name, double iops, double outstanding) {
    Bandwidth rate = Bandwidth.of(iops, iops * 1_024);
    return new Request(
        new ApplicationId(BAD + ":/" + name),
        new QueueSample(
            new Flow(iops, iops, iops * 1_024, 5_000),
            Flow.NONE,
            outstanding,
            Optional.empty(),
            QueueSample.LatencySource.LUN),
        new Demand(Demand.Quality.CENSORED, rate, Optional.empty(), "wants more"),
        Optional.of(rate),
        Optional.empty());
  }

  static void names(ModelDomain model, String lun, List<Request> requests) {
    RequestBatch.of(interval(model, lun), requests)
        .forEach(batch -> model.take(new Input.Requested(batch)));
  }

  static void lun(ModelDomain model, String lun, double iops, double outstanding) {
    model.take(
        new Input.LunReported(
            new LunReport(
                interval(model, lun),
                new Flow(iops, iops, iops * 1_024, 5_000),
                Flow.NONE,
                outstanding,
                1,
                500,
                LunReport.Pressure.SATURATED,
                1)));
  }

  static void beat(ModelDomain model, String adapter, Version seen) {
    model.take(
        new Input.AdapterBeat(
            new AdapterStatus(
                new AdapterId(BAD + ":" + adapter),
                new SessionId("bad"),
                ModelDomain.DOMAIN,
                model.now,
                seen,
                1,
                new AdapterStatus.Target(
                    "qmp", 1, Optional.of(AdapterStatus.Placement.BELOW_COUNTERS)))));
  }

  static void outcome(ModelDomain model, String name, Version version) {
    Outcome outcome =
        new Outcome(
            new QueueId(new ApplicationId(BAD + ":/" + name), new LunId("serial:test2")),
            version,
            Outcome.State.VERIFIED,
            Optional.of(RateBound.ofIops(10)),
            "");
    model.take(
        new Input.Settled(
            new OutcomeBatch(
                ModelDomain.DOMAIN,
                new AdapterId(BAD + ":made-up"),
                new SessionId("bad"),
                model.now,
                List.of(outcome))));
  }

  static void usage(ModelDomain model, String name, double iops) {
    Usage usage =
        new Usage(new ApplicationId(BAD + ":/" + name), new Flow(iops, iops, iops, 1), Flow.NONE);
    model.take(
        new Input.Used(
            new UsageBatch(
                ModelDomain.DOMAIN,
                new LunId("serial:test2"),
                new AdapterId(BAD + ":made-up"),
                model.now,
                1_000,
                List.of(usage))));
  }
}
