package io.oasis.brick.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
   */
  public record Cache(String device, long bytes, List<Partition> partitions) {
    public Cache {
      partitions = List.copyOf(partitions);
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
   * @param arrivals all that was asked, whatever it was
   * @param answered of these, refusals included
   * @param hits reads that the cache answered; they are among {@code reads}
   * @param hitNanos sum of their latencies
   * @param readNanos sum of the latencies of all reads
   * @param heldNanos part of all latencies that limits are the cause of
   */
  public record Export(
      String name,
      String application,
      String volume,
      String device,
      long sizeBytes,
      long arrivals,
      long answered,
      long reads,
      long writes,
      long readBytes,
      long writtenBytes,
      long hits,
      long hitBytes,
      long hitNanos,
      long readNanos,
      long writeNanos,
      long heldNanos) {}

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
    return new Cache(device.path("device").asString(""), number(device, "cacheBytes"), partitions);
  }

  private static Export export(JsonNode node) {
    return new Export(
        node.path("export").asString(""),
        node.path("application").asString(""),
        node.path("volume").asString(""),
        node.path("device").asString(""),
        number(node, "sizeBytes"),
        number(node, "arrivals"),
        number(node, "completions") + number(node, "refusals"),
        number(node, "reads"),
        number(node, "writes"),
        number(node, "readBytes"),
        number(node, "writtenBytes"),
        number(node, "cacheHits"),
        number(node, "cacheHitBytes"),
        number(node, "cacheNanos"),
        number(node, "totalNanos") - number(node, "writeNanos"),
        number(node, "writeNanos"),
        number(node, "heldNanos"));
  }

  private static long number(JsonNode node, String field) {
    return node.path(field).asLong(0);
  }
}
