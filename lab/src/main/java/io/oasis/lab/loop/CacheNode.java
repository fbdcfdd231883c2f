package io.oasis.lab.loop;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.device.Cached;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The adapter of a partitioned cache: reports sizes and hit ratios, takes sizes. */
public final class CacheNode {

  private static final CacheRef CACHE =
      new CacheRef(World.DOMAIN, new AdapterId("array:cache"), new SessionId("cache-1"), "array");
  private static final long INTERVAL = 30 * Timeline.SECOND;

  private static final class Part {
    private final QueueId queue;
    private final int owner;
    private final Cached<Io> cached;
    private final long countsFrom;
    private long hits;
    private long misses;

    private Part(QueueId queue, int owner, Cached<Io> cached, long countsFrom) {
      this.countsFrom = countsFrom;
      this.queue = queue;
      this.owner = owner;
      this.cached = cached;
    }
  }

  private final Timeline time;
  private final WallClock clock;
  private final BlockCache cache;
  private final double totalBytes;
  private final double initialBytes;
  private final Consumer<Message> out;
  private final List<Part> parts = new ArrayList<>();
  private Version newest = Version.NONE;

  CacheNode(
      Timeline time,
      WallClock clock,
      BlockCache cache,
      double totalBytes,
      double initialBytes,
      Consumer<Message> out) {
    this.time = time;
    this.clock = clock;
    this.cache = cache;
    this.totalBytes = totalBytes;
    this.initialBytes = initialBytes;
    this.out = out;
    time.every(Timeline.SECOND / 2, INTERVAL, this::report);
  }

  /**
   * A queue begins to use the cache: it is reported from now on, at once for the first time.
   *
   * @param countsFrom until then it fills its partition, and what hits and misses tells nothing
   */
  public void add(LabHost.Place place, int owner, Cached<Io> cached, long countsFrom) {
    parts.add(new Part(place.queue(), owner, cached, countsFrom));
    report();
  }

  private void report() {
    List<CacheReport.Partition> partitions = new ArrayList<>();
    for (Part part : parts) {
      double hits = part.cached.hits() - part.hits;
      double misses = part.cached.misses() - part.misses;
      part.hits = part.cached.hits();
      part.misses = part.cached.misses();
      boolean counts = time.now() - INTERVAL >= part.countsFrom;
      double accesses = counts ? hits + misses : 0;
      partitions.add(
          new CacheReport.Partition(
              part.queue,
              new CacheReport.Space(
                  cache.partitionBytes(part.owner),
                  cache.bytesOf(part.owner),
                  Optional.of(initialBytes)),
              new CacheReport.Hits(
                  accesses * Timeline.SECOND / INTERVAL,
                  accesses == 0 ? 0 : hits / accesses,
                  Optional.empty(),
                  Optional.empty()),
              List.of(),
              Optional.empty()));
    }
    out.accept(
        new CacheReport(
            CACHE,
            clock.now(),
            INTERVAL / Timeline.MILLI,
            totalBytes,
            partitions,
            Optional.empty()));
  }

  void take(CacheSetting setting) {
    if (!setting.cache().equals(CACHE) || !setting.version().isAfter(newest)) {
      return;
    }
    newest = setting.version();
    List<CacheSetting.Size> sizes = new ArrayList<>(setting.sizes());
    sizes.sort(Comparator.comparingDouble(size -> size.bytes() - present(size.queue())));
    for (CacheSetting.Size size : sizes) {
      parts.stream()
          .filter(part -> part.queue.equals(size.queue()))
          .forEach(part -> cache.resize(part.owner, (long) size.bytes()));
    }
  }

  private double present(QueueId queue) {
    return parts.stream()
        .filter(part -> part.queue.equals(queue))
        .mapToDouble(part -> cache.partitionBytes(part.owner))
        .sum();
  }
}
