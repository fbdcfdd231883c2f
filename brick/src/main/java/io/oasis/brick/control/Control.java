package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.control.Request.Refused;
import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.discipline.Timetable;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import io.oasis.metrics.Samples;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests described in the package. Safe for threads. */
public final class Control {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final NbdServer server;
  private final SortedMap<String, Engine> engines;
  private final SortedMap<String, Export> exports;
  private final Map<String, Cache> caches;
  private final Leases leases;
  private final Map<String, Facts> facts;

  /** Another one says that counters began anew and what was set is gone. */
  private final long incarnation = UUID.randomUUID().getMostSignificantBits() >>> 1;

  /**
   * @param caches by device, where there is one
   * @param facts by device
   */
  public Control(
      NbdServer server,
      Map<String, Engine> engines,
      Map<String, Export> exports,
      Map<String, Cache> caches,
      Map<String, Facts> facts) {
    this.server = server;
    this.engines = new TreeMap<>(engines);
    this.exports = new TreeMap<>(exports);
    this.caches = Map.copyOf(caches);
    this.facts = Map.copyOf(facts);
    leases = new Leases(this.engines.values(), this.exports.values(), caches, facts);
  }

  /**
   * What is known of a device beforehand.
   *
   * @param accessBytes as configured
   * @param traits of the disk, where they are known
   */
  public record Facts(long accessBytes, Optional<DiskTraits> traits) {
    static final Facts NONE = new Facts(0, Optional.empty());
  }

  /** One request line in, one answer line out. */
  public synchronized String answer(String line) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      JsonNode request = JSON.readTree(line);
      if (request.path("incarnation").asLong(incarnation) != incarnation) {
        throw new Refused("incarnation: it is another one now, " + incarnation);
      }
      answer.put("ok", true).put("incarnation", incarnation);
      answer(Request.of(request), answer);
    } catch (JacksonException e) {
      answer.removeAll().put("ok", false).put("error", "the line is not a JSON object");
    } catch (Refused | IllegalArgumentException | IOException e) {
      answer.removeAll().put("ok", false).put("error", String.valueOf(e.getMessage()));
    }
    return answer.toString();
  }

  private void answer(Request request, ObjectNode answer) throws Refused, IOException {
    switch (request) {
      case Request.Statistics asked -> statistics(asked, answer);
      case Request.Terms asked -> terms(asked.of(), answer);
      case Request.Set set -> set(set);
      case Request.Renew renew -> leases.renew(renew, until(renew.leaseMillis()));
      case Request.End end -> end(end.of());
      case Request.Release release -> release(release);
      case Request.Discipline told -> {
        Engine engine = deviceOf(told.device(), engines);
        engine.use(engine.spec().named(told.name()));
      }
      case Request.Timetable told -> timetable(told);
      case Request.Partition told ->
          deviceOf(told.device(), caches).divide(Map.of(told.name(), told.bytes()));
      case Request.Divide told -> divide(told);
    }
  }

  /** All that is counted, as Prometheus reads it. */
  public synchronized MetricSnapshots metrics() {
    long now = System.nanoTime();
    Samples samples = new Samples();
    Meters.server(samples, server);
    for (Engine engine : engines.values()) {
      Meters.device(samples, engine);
      Cache cache = caches.get(engine.name());
      CacheLease lease = leases.caches.get(engine.name());
      if (cache != null && lease != null) {
        Meters.cache(samples, engine.name(), cache, lease.leftSeconds(now));
      }
    }
    for (Export export : exports.values()) {
      TermsLease lease = leases.of(export);
      Meters.export(samples, export, lease.isHeld(), lease.leftSeconds(now));
    }
    return samples.snapshots();
  }

  /** Gives back what has run out; returns when to ask again. */
  public synchronized long expire(long now) {
    return leases.expire(now);
  }

  /** Gives back everything that was set. */
  public synchronized void releaseAll() {
    leases.release();
  }

  private void set(Request.Set set) throws Refused, IOException {
    Export export = exportOf(set.export());
    Terms now = export.session().terms();
    double latency = set.latencyMillis().orElse(now.latencyNanos() / Request.NANOS_PER_MILLI);
    Terms next =
        new Terms(
            set.share().orElse(now.share()),
            set.reserve().orElse(now.reserveIops()),
            set.limitIops().orElse(now.limitIops()),
            set.limitBytesPerSecond().orElse(now.limitBytesPerSecond()),
            (long) (latency * Request.NANOS_PER_MILLI),
            set.pool().orElse(now.pool()));
    long until = until(set.leaseMillis());
    TermsLease lease = leases.of(export);
    if (until == Lease.FOR_EVER) {
      lease.set(next);
    } else {
      lease.lease(next, until);
    }
  }

  private static long until(double leaseMillis) {
    return leaseMillis > 0
        ? System.nanoTime() + (long) (leaseMillis * Request.NANOS_PER_MILLI)
        : Lease.FOR_EVER;
  }

  private void terms(Request.Target of, ObjectNode answer) throws Refused {
    switch (of) {
      case Request.Target.OfDevice(String name) ->
          answer.put("leased", deviceOf(name, leases.caches).isHeld());
      case Request.Target.OfExport(String name) -> {
        Export export = exportOf(name);
        Statistics.terms(
            answer.putObject("terms"), export.session().terms(), leases.of(export).isHeld());
      }
    }
  }

  /** Ends a lease as if it had run out. */
  private void end(Request.Target of) throws Refused {
    switch (of) {
      case Request.Target.OfDevice(String name) -> {
        deviceOf(name, leases.caches).end();
        deviceOf(name, leases.times).end();
      }
      case Request.Target.OfExport(String name) -> leases.of(exportOf(name)).end();
    }
  }

  private void release(Request.Release request) throws Refused {
    if (request.of().isEmpty()) {
      releaseAll();
      return;
    }
    switch (request.of().get()) {
      case Request.Target.OfDevice(String name) -> {
        deviceOf(name, leases.caches).release();
        deviceOf(name, leases.times).release();
      }
      case Request.Target.OfExport(String name) -> leases.of(exportOf(name)).release();
    }
  }

  private void timetable(Request.Timetable request) throws Refused {
    Engine engine = deviceOf(request.device(), engines);
    Timetable told = request.told().now();
    Optional<String> refusal = told.refusal(engine.sessions().stream().map(Session::name).toList());
    if (refusal.isPresent()) {
      throw new Refused("slices: " + refusal.get());
    }
    engine.use(engine.spec().following(told));
  }

  /** Sizes of partitions, and the slices that belong to them. */
  private void divide(Request.Divide told) throws Refused, IOException {
    TimeLease time = deviceOf(told.device(), leases.times);
    if (told.slices().isPresent()) {
      String refusal = time.refusal(told.slices().get());
      if (!refusal.isEmpty()) {
        throw new Refused(refusal);
      }
    }
    long until = until(told.leaseMillis());
    deviceOf(told.device(), leases.caches).lease(told.sizes(), until);
    if (told.slices().isPresent()) {
      time.lease(told.slices().get(), until);
    }
  }

  private Export exportOf(String name) throws Refused {
    Export export = exports.get(name);
    if (export == null) {
      throw new Refused("export = " + name + ": there is none of that name");
    }
    return export;
  }

  private static <T> T deviceOf(String name, Map<String, T> known) throws Refused {
    T found = known.get(name);
    if (found == null) {
      throw new Refused("device = " + name + ": there is none, or it has no cache");
    }
    return found;
  }

  private void statistics(Request.Statistics asked, ObjectNode answer) {
    answer.put("nanoTime", System.nanoTime());
    Statistics.server(answer.putObject("server"), server);
    ArrayNode devices = answer.putArray("devices");
    for (Engine engine : engines.values()) {
      CacheLease lease = leases.caches.get(engine.name());
      Statistics.device(
          devices.addObject(),
          engine,
          caches.get(engine.name()),
          lease != null && lease.isHeld(),
          asked.curves());
      TimeLease time = leases.times.get(engine.name());
      if (time != null) {
        Statistics.time(
            (ObjectNode) devices.get(devices.size() - 1),
            engine,
            time,
            facts.getOrDefault(engine.name(), Facts.NONE).traits());
      }
    }
    ArrayNode flows = answer.putArray("exports");
    for (Export export : exports.values()) {
      Statistics.export(flows.addObject(), export, leases.of(export).isHeld(), asked.histograms());
    }
  }
}
