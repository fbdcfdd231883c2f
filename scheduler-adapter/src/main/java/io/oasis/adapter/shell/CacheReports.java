package io.oasis.adapter.shell;

import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Words what a brick's caches did between two readings. */
record CacheReports(BrickNames names, AdapterId adapter, SessionId session, Instant at) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** What hits and misses of an application took. */
  private record Times(long hits, long hitNanos, long misses, long missNanos) {
    static Times of(BrickReading.Export export) {
      return new Times(
          export.hits().count(),
          export.hits().nanos(),
          export.counts().reads() - export.hits().count(),
          export.counts().readNanos() - export.hits().nanos());
    }

    Times plus(Times other) {
      return new Times(
          hits + other.hits,
          hitNanos + other.hitNanos,
          misses + other.misses,
          missNanos + other.missNanos);
    }
  }

  List<CacheReport> of(BrickReading last, BrickReading now) {
    List<CacheReport> reports = new ArrayList<>();
    long millis = Math.clamp((now.nanos() - last.nanos()) / 1_000_000, 1, 3_600_000);
    for (BrickReading.Cache cache : now.caches()) {
      Map<String, BrickReading.Partition> old = new LinkedHashMap<>();
      last.caches().stream()
          .filter(was -> was.device().equals(cache.device()))
          .forEach(was -> was.partitions().forEach(part -> old.put(part.application(), part)));
      Map<String, QueueId> queues = queues(names, now, cache);
      List<CacheReport.Partition> partitions = new ArrayList<>();
      for (BrickReading.Partition part : cache.partitions()) {
        QueueId queue = queues.get(part.application());
        if (queue != null) {
          BrickReading.Partition was = old.getOrDefault(part.application(), part);
          Times before = times(last, cache.device(), part.application());
          Times after = times(now, cache.device(), part.application());
          partitions.add(
              partition(
                  queue,
                  part,
                  hits(was, part, before, after, millis / 1e3),
                  service(last, now, cache.device(), part.application())));
        }
      }
      reports.add(
          new CacheReport(
              new CacheRef(names.domain(cache.device()), adapter, session, cache.device()),
              at,
              millis,
              cache.bytes(),
              partitions,
              Optional.of(time(now, cache, queues))));
    }
    return reports;
  }

  private static CacheReport.Partition partition(
      QueueId queue,
      BrickReading.Partition is,
      CacheReport.Hits hits,
      Optional<CacheReport.Service> service) {
    return new CacheReport.Partition(
        queue,
        new CacheReport.Space(is.sizeBytes(), is.usedBytes(), Optional.empty()),
        hits,
        is.curve().stream()
            .map(point -> new CacheReport.Point(point.bytes(), point.hitRatio()))
            .toList(),
        service);
  }

  private static CacheReport.Hits hits(
      BrickReading.Partition was,
      BrickReading.Partition is,
      Times before,
      Times after,
      double seconds) {
    double hits = is.hits() - was.hits();
    double accesses = hits + is.misses() - was.misses();
    return new CacheReport.Hits(
        accesses / seconds,
        accesses > 0 ? hits / accesses : 0,
        mean(after.hitNanos() - before.hitNanos(), after.hits() - before.hits()),
        mean(after.missNanos() - before.missNanos(), after.misses() - before.misses()));
  }

  private static CacheReport.Time time(
      BrickReading now, BrickReading.Cache cache, Map<String, QueueId> queues) {
    BrickReading.Time time = cache.time();
    return new CacheReport.Time(
        time.discipline(),
        time.roundMillis(),
        time.accessBytes(),
        time.disk(),
        (int)
            now.exports().stream()
                .filter(
                    export -> export.device().equals(cache.device()) && !export.service().cached())
                .count(),
        time.leased() ? slices(now, cache, queues) : List.of());
  }

  /** An application's exports have their parts of the round one after the other. */
  private static List<CacheSetting.Slice> slices(
      BrickReading now, BrickReading.Cache cache, Map<String, QueueId> queues) {
    Map<QueueId, Double> shares = new LinkedHashMap<>();
    double all = 0;
    for (BrickReading.Export export : now.exports()) {
      QueueId queue = queues.get(export.application());
      if (export.device().equals(cache.device()) && queue != null) {
        shares.merge(queue, export.service().share(), Double::sum);
        all += export.service().share();
      }
    }
    double millisPerShare = cache.time().roundMillis() / all;
    List<CacheSetting.Slice> slices = new ArrayList<>();
    shares.forEach(
        (queue, share) -> slices.add(new CacheSetting.Slice(queue, share * millisPerShare)));
    return slices;
  }

  /** Absent of whom nothing was read in the interval; of several exports the busiest speaks. */
  private static Optional<CacheReport.Service> service(
      BrickReading last, BrickReading now, String device, String application) {
    Map<String, BrickReading.Export> old = new LinkedHashMap<>();
    last.exports().forEach(export -> old.put(export.name(), export));
    long most = 0;
    long readBytes = 0;
    long streamedBytes = 0;
    Optional<BrickReading.Served> served = Optional.empty();
    for (BrickReading.Export export : now.exports()) {
      if (export.device().equals(device) && export.application().equals(application)) {
        BrickReading.Export was = old.getOrDefault(export.name(), export);
        long read = export.counts().readBytes() - was.counts().readBytes();
        readBytes += read;
        streamedBytes += export.service().streamedBytes() - was.service().streamedBytes();
        served = read > most ? export.service().served() : served;
        most = Math.max(most, read);
      }
    }
    if (readBytes <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new CacheReport.Service(
            Math.clamp((double) streamedBytes / readBytes, 0, 1),
            served.map(BrickReading.Served::depth).orElse(0.0),
            served.map(BrickReading.Served::times).orElse(List.of())));
  }

  private static Optional<Double> mean(long nanos, long count) {
    return count > 0 ? Optional.of(nanos / NANOS_PER_MICRO / count) : Optional.empty();
  }

  private static Times times(BrickReading reading, String device, String application) {
    return reading.exports().stream()
        .filter(export -> export.device().equals(device))
        .filter(export -> export.application().equals(application))
        .map(Times::of)
        .reduce(new Times(0, 0, 0, 0), Times::plus);
  }

  /**
   * The queue that stands for each partition: its application's, on the first volume that it has on
   * the cache's device.
   */
  static Map<String, QueueId> queues(
      BrickNames names, BrickReading reading, BrickReading.Cache cache) {
    Map<String, QueueId> queues = new LinkedHashMap<>();
    for (BrickReading.Export export : reading.exports()) {
      if (export.device().equals(cache.device())) {
        queues.putIfAbsent(export.application(), names.queue(export));
      }
    }
    return queues;
  }
}
