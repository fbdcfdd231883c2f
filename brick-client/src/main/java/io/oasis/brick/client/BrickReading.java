package io.oasis.brick.client;

import io.oasis.protocol.CacheReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * All counters of a brick at one moment of its own monotonic clock.
 *
 * @param incarnation another number: another start, counters began anew
 */
public record BrickReading(long incarnation, long nanos, List<Cache> caches, List<Export> exports) {
  /**
   * The cache of a device.
   *
   * @param bytes to share out
   * @param time of the device, and how it is divided
   */
  public record Cache(String device, long bytes, List<Partition> partitions, Time time) {
    public Cache {
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * How a device's time is divided.
   *
   * @param accessBytes most that is read ahead of a stream
   * @param leased whether that was set from outside for a time
   * @param disk where it is known
   */
  public record Time(
      String discipline,
      double roundMillis,
      long accessBytes,
      boolean leased,
      Optional<CacheReport.Disk> disk) {}

  /**
   * How an export is served while it has the device to itself.
   *
   * @param depth I/Os that it keeps waiting or at the device, mean
   * @param times rising depths; without what is always done together and takes no time of its own
   */
  public record Served(double depth, List<CacheReport.AtDepth> times) {
    public Served {
      times = List.copyOf(times);
    }
  }

  /**
   * One application's part of a cache; accesses are counted in blocks.
   *
   * @param sizeBytes what it may use
   * @param curve hit ratios by size, rising; empty when not asked for or not known
   */
  public record Partition(
      String application,
      long sizeBytes,
      long usedBytes,
      long hits,
      long misses,
      List<Point> curve) {
    public Partition {
      curve = List.copyOf(curve);
    }
  }

  /** A partition of this size would hit this often. */
  public record Point(long bytes, double hitRatio) {}

  /**
   * One application's access to one volume.
   *
   * @param counts all that was asked for and answered
   * @param hits of these, the reads that the cache answered
   */
  public record Export(
      String name,
      String application,
      String volume,
      String device,
      long sizeBytes,
      Counts counts,
      Hits hits,
      Service service) {}

  /**
   * I/O of an export.
   *
   * @param arrivals all that was asked, whatever it was
   * @param answered of these, refusals included
   * @param readNanos sum of the latencies of all reads
   */
  public record Counts(
      long arrivals,
      long answered,
      long reads,
      long writes,
      long readBytes,
      long writtenBytes,
      long readNanos,
      long writeNanos) {}

  /** Reads of an export that the cache answered, and the sum of their latencies. */
  public record Hits(long count, long bytes, long nanos) {}

  /**
   * How an export is served.
   *
   * @param heldNanos part of all latencies that limits are the cause of
   * @param share of the device's time, relative to the others
   * @param cached whether it has a part of the cache
   * @param streamedBytes of the bytes read, what was read one after the other
   * @param served how it is served while it has the device to itself, where that is known
   */
  public record Service(
      long heldNanos, double share, boolean cached, long streamedBytes, Optional<Served> served) {}

  public BrickReading {
    caches = List.copyOf(caches);
    exports = List.copyOf(exports);
  }

  /** Asks for the counters. */
  public static BrickReading of(BrickClient client) throws IOException {
    return of(client, false);
  }

  /**
   * Asks for the counters.
   *
   * @param curves and for the curves of partitions
   */
  public static BrickReading of(BrickClient client, boolean curves) throws IOException {
    JsonNode answer =
        client.ask(
            BrickClient.request("statistics").put("histograms", false).put("curves", curves));
    List<Cache> caches = new ArrayList<>();
    for (JsonNode device : answer.path("devices")) {
      if (device.has("cacheBytes")) {
        caches.add(cache(device));
      }
    }
    List<Export> exports = new ArrayList<>();
    for (JsonNode export : answer.path("exports")) {
      exports.add(export(export));
    }
    return new BrickReading(incarnation(answer), number(answer, "nanoTime"), caches, exports);
  }

  /** The incarnation that an answer names. */
  public static long incarnation(JsonNode answer) {
    return number(answer, "incarnation");
  }

  private static Cache cache(JsonNode device) {
    List<Partition> partitions = new ArrayList<>();
    for (JsonNode part : device.path("partitions")) {
      List<Point> curve = new ArrayList<>();
      for (JsonNode point : part.path("curve")) {
        curve.add(new Point(number(point, "bytes"), point.path("hitRatio").asDouble(0)));
      }
      partitions.add(
          new Partition(
              part.path("name").asString(""),
              number(part, "limitBytes"),
              number(part, "usedBytes"),
              number(part, "hits"),
              number(part, "misses"),
              curve));
    }
    return new Cache(
        device.path("device").asString(""), number(device, "cacheBytes"), partitions, time(device));
  }

  private static Time time(JsonNode device) {
    JsonNode traits = device.path("traits");
    return new Time(
        device.path("discipline").asString(""),
        device.path("roundMillis").asDouble(0),
        number(device, "accessBytes"),
        device.path("timeLeased").asBoolean(false),
        traits.isMissingNode()
            ? Optional.empty()
            : Optional.of(
                new CacheReport.Disk(
                    traits.path("averageSeekMicros").asDouble(0),
                    traits.path("longestSeekMicros").asDouble(0),
                    traits.path("rotationMicros").asDouble(0),
                    traits.path("streamingBytesPerSecond").asDouble(0))));
  }

  private static Optional<Served> served(JsonNode export) {
    JsonNode served = export.path("served");
    if (served.isMissingNode()) {
      return Optional.empty();
    }
    JsonNode times = served.path("serviceMicros");
    return Optional.of(
        new Served(
            served.path("depth").asDouble(0),
            times.properties().stream()
                .filter(time -> time.getValue().asDouble(0) > 0)
                .map(time -> atDepth(time.getKey(), time.getValue()))
                .sorted(Comparator.comparing(CacheReport.AtDepth::depth))
                .toList()));
  }

  private static CacheReport.AtDepth atDepth(String depth, JsonNode micros) {
    return new CacheReport.AtDepth(Integer.parseInt(depth), micros.asDouble(0));
  }

  private static Export export(JsonNode node) {
    return new Export(
        node.path("export").asString(""),
        node.path("application").asString(""),
        node.path("volume").asString(""),
        node.path("device").asString(""),
        number(node, "sizeBytes"),
        new Counts(
            number(node, "arrivals"),
            number(node, "completions") + number(node, "refusals"),
            number(node, "reads"),
            number(node, "writes"),
            number(node, "readBytes"),
            number(node, "writtenBytes"),
            number(node, "totalNanos") - number(node, "writeNanos"),
            number(node, "writeNanos")),
        new Hits(
            number(node, "cacheHits"), number(node, "cacheHitBytes"), number(node, "cacheNanos")),
        new Service(
            number(node, "heldNanos"),
            node.path("terms").path("share").asDouble(1),
            node.path("cached").asBoolean(false),
            number(node, "streamedBytes"),
            served(node)));
  }

  private static long number(JsonNode node, String field) {
    return node.path(field).asLong(0);
  }
}
