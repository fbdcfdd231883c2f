package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.Partition;
import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Served;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.NbdServer;
import io.oasis.brick.nbd.Prefetcher;
import io.oasis.brick.stats.FlowStatistics;
import io.oasis.brick.stats.LatencyHistogram;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes what is counted. */
final class Statistics {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Points of a curve of hit ratios. */
  private static final int POINTS = 64;

  private Statistics() {}

  static void server(ObjectNode node, NbdServer server) {
    node.put("connections", server.connections()).put("accepted", server.accepted());
    node.put("turnedAway", server.turnedAway()).put("cutOff", server.cutOff());
    node.put("memoryBytes", server.memoryBytes());
  }

  /**
   * @param curves whether hit ratios by size are wanted
   */
  static void device(
      ObjectNode node, Engine engine, @Nullable Cache cache, boolean leased, boolean curves) {
    DisciplineSpec.Kind kind = engine.spec().kind();
    node.put("device", engine.name()).put("discipline", kind.label());
    node.put("heedsShares", kind.heedsShares()).put("heedsReserves", kind.heedsReserves());
    node.put("depth", engine.spec().depth());
    node.put("queued", engine.queued()).put("outstanding", engine.outstanding());
    if (cache != null) {
      node.put("cacheBytes", cache.bytes()).put("cacheLeased", leased);
      ArrayNode partitions = node.putArray("partitions");
      for (Partition.Report report : cache.report()) {
        ObjectNode one = partitions.addObject().put("name", report.name());
        one.put("limitBytes", report.limitBytes()).put("usedBytes", report.usedBytes());
        one.put("dirtyBytes", report.dirtyBytes()).put("hits", report.hits());
        one.put("misses", report.misses()).put("hitRatio", report.hitRatio());
        if (curves) {
          ArrayNode curve = one.putArray("curve");
          for (Partition.Point point : cache.curve(report.name(), POINTS)) {
            curve.addObject().put("bytes", point.bytes()).put("hitRatio", point.hitRatio());
          }
        }
      }
    }
  }

  /** How the device's time is divided, and what a planner of that has to know of the disk. */
  static void time(ObjectNode node, Engine engine, TimeLease lease, Optional<DiskTraits> traits) {
    node.put("roundMillis", engine.spec().roundNanos() / NANOS_PER_MILLI);
    node.put("accessBytes", lease.accessBytes()).put("timeLeased", lease.isHeld());
    traits.ifPresent(
        known -> {
          ObjectNode one = node.putObject("traits");
          one.put("averageSeekMicros", known.averageSeekMicros());
          one.put("longestSeekMicros", known.longestSeekMicros());
          one.put("rotationMicros", known.rotationMicros());
          one.put("streamingBytesPerSecond", known.streamingBytesPerSecond());
        });
  }

  static void export(ObjectNode node, Export export, boolean leased, boolean histograms) {
    FlowStatistics s = export.statistics();
    node.put("export", export.name()).put("application", export.session().name());
    node.put("volume", export.config().volume()).put("device", export.engine().name());
    node.put("sizeBytes", export.volume().sizeBytes());
    node.put("arrivals", s.arrivals.sum()).put("completions", s.completions());
    node.put("reads", s.reads.sum()).put("writes", s.writes.sum()).put("others", s.others.sum());
    node.put("readBytes", s.readBytes.sum()).put("writtenBytes", s.writtenBytes.sum());
    node.put("refusals", s.refusals.sum());
    node.put("cacheHits", s.cacheHits.sum()).put("cacheHitBytes", s.cacheHitBytes.sum());
    node.put("totalNanos", s.totalNanos.sum()).put("writeNanos", s.writeNanos.sum());
    node.put("cacheNanos", s.cacheNanos.sum()).put("heldNanos", s.heldNanos.sum());
    node.put("cached", export.volume().hasCache());
    Prefetcher prefetcher = export.prefetcher();
    if (prefetcher != null) {
      node.put("streamedBytes", prefetcher.streamedBytes());
    }
    export.engine().served(export.session()).ifPresent(it -> served(node.putObject("served"), it));
    if (histograms) {
      histogram(node.putObject("queueTime"), s.queueTime);
      histogram(node.putObject("cacheTime"), s.cacheTime);
      histogram(node.putObject("deviceTime"), s.deviceTime);
    }
    terms(node.putObject("terms"), export.session().terms(), leased);
  }

  static void terms(ObjectNode node, Terms terms, boolean leased) {
    node.put("share", terms.share()).put("reserve", terms.reserveIops());
    node.put("limitIops", terms.limitIops());
    node.put("limitBytesPerSecond", terms.limitBytesPerSecond());
    node.put("latencyMillis", terms.latencyNanos() / NANOS_PER_MILLI).put("pool", terms.pool());
    node.put("leased", leased);
  }

  private static void served(ObjectNode node, Served served) {
    node.put("depth", served.depth());
    ObjectNode times = node.putObject("serviceMicros");
    served
        .nanosByDepth()
        .forEach((depth, nanos) -> times.put(depth.toString(), nanos / NANOS_PER_MICRO));
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
