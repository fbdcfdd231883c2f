package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.discipline.Timetable;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.engine.WallTimetable;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private static final Set<String> TERMS =
      Set.of(
          "share",
          "reserve",
          "limitIops",
          "limitBytesPerSecond",
          "latencyMillis",
          "pool",
          "leaseMillis",
          "incarnation",
          "method",
          "export");
  private static final String METHODS =
      "statistics, terms, set, renew, end, release, discipline, timetable, partition, divide";
  private static final double NANOS_PER_MILLI = 1e6;

  private final NbdServer server;
  private final SortedMap<String, Engine> engines;
  private final SortedMap<String, Export> exports;
  private final Map<String, Cache> caches;
  private final Leases leases = new Leases();
  private final Map<String, CacheLease> cacheLeases = new HashMap<>();
  private final Map<String, TimeLease> timeLeases = new TreeMap<>();
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
    caches.forEach((device, cache) -> cacheLeases.put(device, new CacheLease(cache)));
    engines.forEach(
        (device, engine) -> {
          Cache cache = caches.get(device);
          if (cache != null) {
            List<Export> its =
                this.exports.values().stream().filter(e -> e.engine().equals(engine)).toList();
            long access = facts.getOrDefault(device, Facts.NONE).accessBytes();
            timeLeases.put(device, new TimeLease(engine, cache, its, access));
          }
        });
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
      if (request.path("incarnation").asLong(incarnation) != incarnation) {
        throw new Refused("incarnation: it is another one now, " + incarnation);
      }
      answer.put("ok", true).put("incarnation", incarnation);
      switch (method) {
        case "statistics" -> statistics(request, answer);
        case "terms" -> terms(request, answer);
        case "set" -> set(request);
        case "renew" -> renew(request);
        case "end" -> end(request);
        case "release" -> release(request);
        case "discipline" -> discipline(request);
        case "timetable" -> timetable(request);
        case "partition" -> partition(request);
        case "divide" -> divide(request);
        default -> throw new Refused("method = " + method + ": must be one of " + METHODS);
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
    long next = leases.expire(now);
    for (CacheLease lease : cacheLeases.values()) {
      next = Math.min(next, lease.expire(now));
    }
    for (TimeLease lease : timeLeases.values()) {
      next = Math.min(next, lease.expire(now));
    }
    return next;
  }

  /** Gives back everything that was set. */
  public synchronized void releaseAll() {
    leases.releaseAll();
    cacheLeases.values().forEach(CacheLease::release);
    timeLeases.values().forEach(TimeLease::release);
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
    long until = until(request);
    if (until == Leases.FOR_EVER) {
      leases.set(export, next);
    } else {
      leases.lease(export, next, until);
    }
  }

  private static long until(JsonNode request) throws Refused {
    double lease = number(request, "leaseMillis", 0);
    return lease > 0 ? System.nanoTime() + (long) (lease * NANOS_PER_MILLI) : Leases.FOR_EVER;
  }

  private void terms(JsonNode request, ObjectNode answer) throws Refused {
    if (request.has("device")) {
      answer.put("leased", deviceOf(request, cacheLeases).isHeld());
      return;
    }
    Export export = exportOf(request);
    Statistics.terms(answer.putObject("terms"), export.session().terms(), leases.isHeld(export));
  }

  private void renew(JsonNode request) throws Refused {
    long until = until(request);
    if (until == Leases.FOR_EVER) {
      throw new Refused("leaseMillis: must be given and above 0");
    }
    for (JsonNode name : request.path("exports")) {
      Export export = exports.get(name.asString(""));
      if (export != null) {
        leases.renew(export, until);
      }
    }
    for (JsonNode name : request.path("caches")) {
      CacheLease lease = cacheLeases.get(name.asString(""));
      if (lease != null) {
        lease.renew(until);
      }
      TimeLease time = timeLeases.get(name.asString(""));
      if (time != null) {
        time.renew(until);
      }
    }
  }

  /** Ends a lease as if it had run out. */
  private void end(JsonNode request) throws Refused {
    if (request.has("device")) {
      deviceOf(request, cacheLeases).end();
      deviceOf(request, timeLeases).end();
    } else {
      leases.end(exportOf(request));
    }
  }

  private void release(JsonNode request) throws Refused {
    if (request.has("export")) {
      leases.release(exportOf(request));
    } else if (request.has("device")) {
      deviceOf(request, cacheLeases).release();
      deviceOf(request, timeLeases).release();
    } else {
      releaseAll();
    }
  }

  private void discipline(JsonNode request) throws Refused {
    Engine engine = deviceOf(request, engines);
    DisciplineSpec next = engine.spec().named(request.path("name").asString(""));
    engine.use(next);
  }

  private void timetable(JsonNode request) throws Refused {
    Engine engine = deviceOf(request, engines);
    List<WallTimetable.Slice> slices = new ArrayList<>();
    for (JsonNode slice : request.path("slices")) {
      slices.add(
          new WallTimetable.Slice(
              slice.path("application").asString(""),
              number(slice, "startMillis", 0),
              number(slice, "lengthMillis", 0)));
    }
    Timetable told =
        new WallTimetable(
                number(request, "zeroMillis", 0), number(request, "roundMillis", 0), slices)
            .now();
    Optional<String> refusal = told.refusal(engine.sessions().stream().map(Session::name).toList());
    if (refusal.isPresent()) {
      throw new Refused("slices: " + refusal.get());
    }
    engine.use(engine.spec().following(told));
  }

  private void partition(JsonNode request) throws Refused, IOException {
    double bytes = number(request, "bytes", -1);
    if (bytes < 0) {
      throw new Refused("bytes: must be given and not negative");
    }
    String name = request.path("name").asString("");
    deviceOf(request, caches).divide(Map.of(name, (long) bytes));
  }

  /** Sizes of partitions, and with {@code roundMillis} the slices that belong to them. */
  private void divide(JsonNode request) throws Refused, IOException {
    TimeLease time = deviceOf(request, timeLeases);
    Optional<TimeLease.Slices> slices = slices(request);
    if (slices.isPresent()) {
      String refusal = time.refusal(slices.get());
      if (!refusal.isEmpty()) {
        throw new Refused(refusal);
      }
    }
    Map<String, Long> sizes = new TreeMap<>();
    JsonNode given = request.path("sizes");
    for (String name : given.propertyNames()) {
      sizes.put(name, (long) number(given, name, 0));
    }
    long until = until(request);
    deviceOf(request, cacheLeases).lease(sizes, until);
    if (slices.isPresent()) {
      time.lease(slices.get(), until);
    }
  }

  private static Optional<TimeLease.Slices> slices(JsonNode request) throws Refused {
    if (!request.has("roundMillis")) {
      return Optional.empty();
    }
    Map<String, Double> shares = new TreeMap<>();
    JsonNode given = request.path("shares");
    for (String name : given.propertyNames()) {
      shares.put(name, number(given, name, 0));
    }
    return Optional.of(
        new TimeLease.Slices(
            (long) (number(request, "roundMillis", 0) * NANOS_PER_MILLI),
            (long) number(request, "accessBytes", 0),
            shares));
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

  private void statistics(JsonNode request, ObjectNode answer) {
    boolean histograms = request.path("histograms").asBoolean(true);
    boolean curves = request.path("curves").asBoolean(false);
    answer.put("nanoTime", System.nanoTime());
    Statistics.server(answer.putObject("server"), server);
    ArrayNode devices = answer.putArray("devices");
    for (Engine engine : engines.values()) {
      CacheLease lease = cacheLeases.get(engine.name());
      Statistics.device(
          devices.addObject(),
          engine,
          caches.get(engine.name()),
          lease != null && lease.isHeld(),
          curves);
      TimeLease time = timeLeases.get(engine.name());
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
      Statistics.export(flows.addObject(), export, leases.isHeld(export), histograms);
    }
  }
}
