package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.Partition;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import io.oasis.brick.stats.FlowStatistics;
import io.oasis.brick.stats.LatencyHistogram;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests described in the package. Safe for threads. */
public final class Control {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Set<String> TERMS =
      Set.of(
          "share",
          "reserve",
          "limitIops",
          "limitBytesPerSecond",
          "latencyMillis",
          "pool",
          "leaseMillis",
          "method",
          "export");
  private static final double NANOS_PER_MILLI = 1e6;

  private final NbdServer server;
  private final Map<String, Engine> engines;
  private final Map<String, Export> exports;
  private final Map<String, Cache> caches;
  private final Leases leases = new Leases();

  /** Another one says that counters began anew and what was set is gone. */
  private final String incarnation = UUID.randomUUID().toString();

  /**
   * @param caches by device, where there is one
   */
  public Control(
      NbdServer server,
      Map<String, Engine> engines,
      Map<String, Export> exports,
      Map<String, Cache> caches) {
    this.server = server;
    this.engines = Map.copyOf(engines);
    this.exports = Map.copyOf(exports);
    this.caches = Map.copyOf(caches);
  }

  /** The request cannot be done; the message says why. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }
  }

  /** One request line in, one answer line out. */
  public synchronized String answer(String line) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      JsonNode request = JSON.readTree(line);
      String method = request.path("method").asString("");
      answer.put("ok", true);
      switch (method) {
        case "statistics" -> statistics(answer);
        case "set" -> set(request);
        case "release" -> release(request);
        case "discipline" -> discipline(request);
        case "partition" -> partition(request);
        default ->
            throw new Refused(
                "method = "
                    + method
                    + ": must be statistics, set, release, discipline or partition");
      }
    } catch (JacksonException e) {
      answer.removeAll().put("ok", false).put("error", "the line is not a JSON object");
    } catch (Refused | IllegalArgumentException | IOException e) {
      answer.removeAll().put("ok", false).put("error", String.valueOf(e.getMessage()));
    }
    return answer.toString();
  }

  /** Gives back what has run out; returns when to ask again. */
  public synchronized long expire(long now) {
    return leases.expire(now);
  }

  /** Gives back everything that was set. */
  public synchronized void releaseAll() {
    leases.releaseAll();
  }

  private void set(JsonNode request) throws Refused {
    for (String field : request.propertyNames()) {
      if (!TERMS.contains(field)) {
        throw new Refused(field + ": is not known; known are " + TERMS.stream().sorted().toList());
      }
    }
    Export export = exportOf(request);
    Terms now = export.session().terms();
    double latency = number(request, "latencyMillis", now.latencyNanos() / NANOS_PER_MILLI);
    Terms next =
        new Terms(
            number(request, "share", now.share()),
            number(request, "reserve", now.reserveIops()),
            number(request, "limitIops", now.limitIops()),
            number(request, "limitBytesPerSecond", now.limitBytesPerSecond()),
            (long) (latency * NANOS_PER_MILLI),
            request.path("pool").asString(now.pool()));
    double lease = number(request, "leaseMillis", 0);
    long until = Leases.FOR_EVER;
    if (lease > 0) {
      until = System.nanoTime() + (long) (lease * NANOS_PER_MILLI);
    }
    leases.set(export, next, until);
  }

  private void release(JsonNode request) throws Refused {
    if (request.has("export")) {
      leases.release(exportOf(request));
    } else {
      leases.releaseAll();
    }
  }

  private void discipline(JsonNode request) throws Refused {
    Engine engine = deviceOf(request, engines);
    DisciplineSpec next = engine.spec().named(request.path("name").asString(""));
    engine.use(next);
  }

  private void partition(JsonNode request) throws Refused, IOException {
    double bytes = number(request, "bytes", -1);
    if (bytes < 0) {
      throw new Refused("bytes: must be given and not negative");
    }
    deviceOf(request, caches).resize(request.path("name").asString(""), (long) bytes);
  }

  private Export exportOf(JsonNode request) throws Refused {
    String name = request.path("export").asString("");
    Export export = exports.get(name);
    if (export == null) {
      throw new Refused("export = " + name + ": there is none of that name");
    }
    return export;
  }

  private static <T> T deviceOf(JsonNode request, Map<String, T> known) throws Refused {
    String name = request.path("device").asString("main");
    T found = known.get(name);
    if (found == null) {
      throw new Refused("device = " + name + ": there is none, or it has no cache");
    }
    return found;
  }

  private static double number(JsonNode request, String field, double standard) throws Refused {
    JsonNode value = request.path(field);
    if (value.isMissingNode()) {
      return standard;
    }
    if (!value.isNumber()) {
      throw new Refused(field + " = " + value + ": must be a number");
    }
    return value.asDouble();
  }

  private void statistics(ObjectNode answer) {
    answer.put("incarnation", incarnation).put("nanoTime", System.nanoTime());
    ObjectNode clients = answer.putObject("server");
    clients.put("connections", server.connections()).put("accepted", server.accepted());
    clients.put("turnedAway", server.turnedAway()).put("cutOff", server.cutOff());
    clients.put("memoryBytes", server.memoryBytes());
    ArrayNode devices = answer.putArray("devices");
    engines.keySet().stream().sorted().forEach(name -> device(devices.addObject(), name));
    ArrayNode flows = answer.putArray("exports");
    exports.keySet().stream().sorted().forEach(name -> export(flows.addObject(), name));
  }

  private void device(ObjectNode node, String name) {
    Engine engine = engines.get(name);
    if (engine == null) {
      return;
    }
    node.put("device", name).put("discipline", engine.spec().kind().label());
    node.put("depth", engine.spec().depth());
    node.put("queued", engine.queued()).put("outstanding", engine.outstanding());
    Cache cache = caches.get(name);
    if (cache != null) {
      ArrayNode partitions = node.putArray("partitions");
      for (Partition.Report report : cache.report()) {
        ObjectNode one = partitions.addObject().put("name", report.name());
        one.put("limitBytes", report.limitBytes()).put("usedBytes", report.usedBytes());
        one.put("dirtyBytes", report.dirtyBytes()).put("hits", report.hits());
        one.put("misses", report.misses()).put("hitRatio", report.hitRatio());
      }
    }
  }

  private void export(ObjectNode node, String name) {
    Export export = exports.get(name);
    if (export == null) {
      return;
    }
    FlowStatistics s = export.statistics();
    node.put("export", name).put("application", export.session().name());
    node.put("volume", export.volumeName()).put("device", export.engine().name());
    node.put("sizeBytes", export.volume().sizeBytes());
    node.put("arrivals", s.arrivals.sum()).put("completions", s.completions());
    node.put("reads", s.reads.sum()).put("writes", s.writes.sum()).put("others", s.others.sum());
    node.put("readBytes", s.readBytes.sum()).put("writtenBytes", s.writtenBytes.sum());
    node.put("refusals", s.refusals.sum()).put("cacheHits", s.cacheHits.sum());
    node.put("totalNanos", s.totalNanos.sum());
    histogram(node.putObject("queueTime"), s.queueTime);
    histogram(node.putObject("cacheTime"), s.cacheTime);
    histogram(node.putObject("deviceTime"), s.deviceTime);
    Terms terms = export.session().terms();
    ObjectNode told = node.putObject("terms").put("share", terms.share());
    told.put("reserve", terms.reserveIops()).put("limitIops", terms.limitIops());
    told.put("limitBytesPerSecond", terms.limitBytesPerSecond());
    told.put("latencyMillis", terms.latencyNanos() / NANOS_PER_MILLI).put("pool", terms.pool());
    told.put("leased", leases.isHeld(export));
  }

  private static void histogram(ObjectNode node, LatencyHistogram histogram) {
    node.put("count", histogram.count()).put("p50Nanos", histogram.quantileNanos(0.5));
    node.put("p99Nanos", histogram.quantileNanos(0.99));
    ArrayNode bins = node.putArray("bins");
    for (long count : histogram.bins()) {
      bins.add(count);
    }
  }
}
