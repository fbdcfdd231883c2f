package io.oasis.manager;

import io.oasis.messaging.KafkaLink;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One array with closed-loop applications on it, seen by an agent and driven by an adapter, all
 * made up: each application keeps {@code depth} I/Os outstanding, the array serves at most its
 * capacity, first come first served, so throughput goes by depth until a limit holds somebody back.
 */
final class SyntheticArray {
  private static final double BYTES = 4_096;
  private static final double BASE_MICROS = 960;

  private final String host;
  private final LunId lun;
  private final DomainId domain;
  private final AdapterId adapter;
  private final SessionId session;
  private final RandomGenerator random;
  private final Map<QueueId, App> apps = new LinkedHashMap<>();
  private double capacityIops;
  private long sequence;
  private Version highest = Version.NONE;

  SyntheticArray(String host, String name, double capacityIops, RandomGenerator random) {
    this.host = host;
    this.lun = new LunId("wwid:" + name);
    this.domain = new DomainId("disk:wwid:" + name);
    this.adapter = new AdapterId(host + ":cgroup-v1");
    this.session = new SessionId(Long.toHexString(random.nextLong()));
    this.capacityIops = capacityIops;
    this.random = random;
  }

  /** One application. */
  private static final class App {
    final double depth;
    final double mostIops;
    Optional<Double> limit = Optional.empty();
    double iops;
    Outcome.State state = Outcome.State.RELEASED;
    Version version = Version.NONE;

    App(double depth, double mostIops) {
      this.depth = depth;
      this.mostIops = mostIops;
    }
  }

  DomainId domain() {
    return domain;
  }

  LunId lun() {
    return lun;
  }

  /** An application that keeps {@code depth} outstanding and offers at most {@code mostIops}. */
  SyntheticArray with(String application, double depth, double mostIops) {
    apps.put(
        new QueueId(new ApplicationId(host + ':' + application), lun), new App(depth, mostIops));
    return this;
  }

  void capacity(double iops) {
    capacityIops = iops;
  }

  void state(String application, Outcome.State state) {
    App app = apps.get(new QueueId(new ApplicationId(host + ':' + application), lun));
    if (app != null) {
      app.state = state;
    }
  }

  /** What the host has, for the inventory. */
  HostInventory inventory(Instant now) {
    return new HostInventory(
        new HostId(host),
        now,
        List.of(
            new HostInventory.Lun(
                lun, "sdb", "wwid", domain, "a disk of its own", 1_099_511_627_776L)),
        apps.keySet().stream().map(QueueId::application).toList());
  }

  /** Takes a setting that is for this array. */
  void take(Message message) {
    switch (message) {
      case SettingBatch batch when batch.domain().equals(domain) -> {
        if (batch.session().equals(session)) {
          batch.settings().forEach(this::take);
        }
      }
      case LeaseRenewal renewal when renewal.domain().equals(domain) ->
          highest = renewal.version().isAfter(highest) ? renewal.version() : highest;
      default -> {}
    }
  }

  private void take(Setting setting) {
    App app = apps.get(setting.queue());
    if (app != null && setting.version().isAfter(app.version)) {
      app.version = setting.version();
      app.limit = setting.limit().flatMap(RateBound::iops).map(Iops::perSecond);
      app.state = app.limit.isPresent() ? Outcome.State.WRITTEN : Outcome.State.RELEASED;
      highest = setting.version().isAfter(highest) ? setting.version() : highest;
    }
  }

  /** One interval: what agent and adapter say of it. */
  void interval(KafkaLink link, Instant now) {
    messages(now).forEach(link::send);
  }

  List<Message> messages(Instant now) {
    serve();
    sequence++;
    double total = apps.values().stream().mapToDouble(app -> app.iops).sum();
    double depth = apps.values().stream().mapToDouble(a -> Math.min(a.depth, a.iops * 0.04)).sum();
    boolean saturated = total > 0.93 * capacityIops;
    double latency = saturated ? Math.max(BASE_MICROS, 1e6 * depth / total) : BASE_MICROS;
    List<Message> messages = new ArrayList<>();
    List<Request> requests = new ArrayList<>();
    apps.forEach((queue, app) -> requests.add(request(queue, app, saturated, latency)));
    messages.addAll(RequestBatch.of(interval(now), requests));
    messages.add(report(total, depth, latency, saturated, now));
    apps.forEach((queue, app) -> adapterSays(messages, queue, app, now));
    messages.add(findings(now));
    messages.add(
        new AdapterStatus(
            adapter,
            session,
            domain,
            now,
            highest,
            (int) apps.values().stream().filter(app -> app.limit.isPresent()).count(),
            new AdapterStatus.Target("cgroup-v1", 1, Optional.empty())));
    return messages;
  }

  private void serve() {
    double left = capacityIops;
    List<App> open = new ArrayList<>(apps.values());
    open.forEach(app -> app.iops = 0);
    while (!open.isEmpty() && left > 1) {
      double depth = open.stream().mapToDouble(app -> app.depth).sum();
      double perDepth = left / depth;
      List<App> bound = open.stream().filter(app -> most(app) <= app.depth * perDepth).toList();
      if (bound.isEmpty()) {
        open.forEach(app -> app.iops = app.depth * perDepth);
        break;
      }
      for (App app : bound) {
        app.iops = most(app);
        left -= app.iops;
      }
      open.removeAll(bound);
    }
    for (App app : apps.values()) {
      app.iops = Math.max(0, app.iops * (1 + 0.01 * random.nextGaussian()));
    }
  }

  private static double most(App app) {
    return Math.min(Math.min(app.mostIops, app.depth * 1e6 / BASE_MICROS), app.limit.orElse(1e12));
  }

  private static Request request(QueueId queue, App app, boolean saturated, double latency) {
    boolean capped = app.limit.isPresent() && app.iops >= 0.97 * app.limit.get();
    boolean content = app.iops >= 0.97 * Math.min(app.mostIops, app.depth * 1e6 / BASE_MICROS);
    Bandwidth rate = Bandwidth.of(app.iops, app.iops * BYTES);
    Demand demand =
        !content && (capped || saturated)
            ? new Demand(
                Demand.Quality.CENSORED,
                rate,
                Optional.of(
                    Bandwidth.of(
                        Math.min(app.mostIops, app.depth * 1e6 / BASE_MICROS),
                        app.depth * 1e6 / BASE_MICROS * BYTES)),
                capped ? "at its limit" : "held back by its neighbours on a busy device")
            : new Demand(Demand.Quality.OBSERVED, rate, Optional.empty(), "nothing held it back");
    return new Request(
        queue.application(),
        new QueueSample(
            flow(app.iops * 0.7, latency),
            flow(app.iops * 0.3, latency),
            app.iops * latency / 1e6,
            Optional.empty(),
            QueueSample.LatencySource.LUN),
        demand,
        capped ? Optional.of(rate) : Optional.empty(),
        Optional.empty());
  }

  private LunInterval interval(Instant now) {
    return new LunInterval(domain, lun, new HostId(host), sequence, now, 1_000);
  }

  private LunReport report(
      double total, double depth, double latency, boolean saturated, Instant now) {
    return new LunReport(
        interval(now),
        flow(total * 0.7, latency),
        flow(total * 0.3, latency),
        depth,
        saturated ? 1 : Math.min(1, total / capacityIops),
        BASE_MICROS,
        saturated ? LunReport.Pressure.SATURATED : LunReport.Pressure.RELAXED,
        apps.size());
  }

  private void adapterSays(List<Message> messages, QueueId queue, App app, Instant now) {
    Usage usage =
        new Usage(
            queue.application(),
            flow(app.iops * 0.7, BASE_MICROS),
            flow(app.iops * 0.3, BASE_MICROS));
    messages.add(new UsageBatch(domain, lun, adapter, now, 1_000, List.of(usage)));
    if (app.limit.isPresent()) {
      String cause =
          app.state == Outcome.State.CONFLICT
              ? "somebody wrote 8:16 250 to blkio.throttle.read_iops_device; adopt it or remove it"
              : "";
      Outcome outcome =
          new Outcome(queue, app.version, app.state, app.limit.map(RateBound::ofIops), cause);
      messages.add(new OutcomeBatch(domain, adapter, session, now, List.of(outcome)));
      if (app.state == Outcome.State.WRITTEN && app.iops >= 0.9 * app.limit.get()) {
        app.state = Outcome.State.VERIFIED;
      }
    }
  }

  /** What the adapter's checkup says: what its outcomes say, with the figures. */
  private Findings findings(Instant now) {
    List<Finding> findings = new ArrayList<>();
    apps.forEach(
        (queue, app) ->
            app.limit.ifPresent(limit -> findings.add(finding(queue, app, Math.round(limit)))));
    return new Findings(
        domain,
        adapter,
        session,
        now,
        findings.size(),
        (int) findings.stream().filter(f -> f.verdict() == Finding.Verdict.VERIFIED).count(),
        (int) findings.stream().filter(f -> !f.healthy()).count(),
        findings);
  }

  private static Finding finding(QueueId queue, App app, long limit) {
    boolean inert = app.state == Outcome.State.INERT;
    boolean verified = app.state == Outcome.State.VERIFIED;
    return new Finding(
        Optional.of(queue),
        new Finding.Where(
            "cgroup-v1",
            "/sys/fs/cgroup/blkio/" + queue.application().value().replaceFirst("^[^:]*:", ""),
            "8:16",
            "iops"),
        new Finding.Figures(
            Optional.of(limit), Optional.of(limit), Optional.of(limit), Optional.of(app.iops)),
        inert
            ? Finding.Verdict.INERT
            : verified ? Finding.Verdict.VERIFIED : Finding.Verdict.PENDING,
        inert
            ? "its processes wrote 41943040 bytes while 12288 passed the limit: under cgroup v1"
                + " buffered writes are made later, in the root cgroup"
            : "",
        inert ? "let the application write past the page cache (O_DIRECT), or use cgroup v2" : "");
  }

  private static Flow flow(double iops, double latencyMicros) {
    return new Flow(iops, iops, iops * BYTES, iops == 0 ? 0 : latencyMicros);
  }
}
