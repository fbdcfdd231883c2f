package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an adapter measured of a cache during an interval: sizes and hit ratios of its partitions.
 *
 * @param totalBytes to share out between all partitions
 * @param partitions all of them; one that is new and not yet sized has size 0
 * @param time of the device behind it, from a target that divides it; else absent
 */
public record CacheReport(
    CacheRef cache,
    Instant at,
    long intervalMillis,
    double totalBytes,
    List<Partition> partitions,
    Optional<Time> time)
    implements OfDomain {
  /** Partitions of a cache, and slices of its device; chosen, far above what one is shared by. */
  static final int MOST_PARTITIONS = 1_000;

  /** Points of a curve; chosen, four times what a brick tells of one. */
  private static final int MOST_POINTS = 256;

  /** Depths, in I/Os, that are told of one application; chosen, four times what a brick learns. */
  private static final int MOST_DEPTHS = 256;

  /**
   * How the time of the device behind the cache is divided.
   *
   * @param discipline by name
   * @param roundMillis all slices once, where there are slices
   * @param accessBytes most that is read ahead of a stream; 0: nothing is, and streams are not told
   *     from other reads
   * @param disk what is known of it
   * @param uncached accesses of applications without a partition, which share the device's time
   * @param slices in force that a setting made; empty when they are as configured
   */
  public record Time(
      String discipline,
      double roundMillis,
      double accessBytes,
      Optional<Disk> disk,
      int uncached,
      List<CacheSetting.Slice> slices) {
    public Time {
      Check.id("discipline", discipline);
      Check.notNegative("roundMillis", roundMillis);
      Check.notNegative("accessBytes", accessBytes);
      Check.notNegative("uncached", uncached);
      slices = Check.list("slices", slices, MOST_PARTITIONS);
    }
  }

  /**
   * A disk, measured or modelled.
   *
   * @param averageSeekMicros to a track anywhere
   * @param longestSeekMicros from one end to the other
   * @param rotationMicros one turn; 0 where nothing turns, or where half a turn is in the seeks
   * @param streamingBytesPerSecond of one long access
   */
  public record Disk(
      double averageSeekMicros,
      double longestSeekMicros,
      double rotationMicros,
      double streamingBytesPerSecond) {
    public Disk {
      Check.notNegative("averageSeekMicros", averageSeekMicros);
      Check.notNegative("longestSeekMicros", longestSeekMicros);
      Check.notNegative("rotationMicros", rotationMicros);
      Check.positive("streamingBytesPerSecond", streamingBytesPerSecond);
      if (longestSeekMicros < averageSeekMicros) {
        throw Check.invalid(
            "longestSeekMicros",
            longestSeekMicros,
            "must not be below averageSeekMicros = " + averageSeekMicros);
      }
    }
  }

  /**
   * How an application is served while it has the device to itself.
   *
   * @param streamPart of the bytes that it read in the interval, what was read one after the other
   * @param depth I/Os that it keeps outstanding, mean; 0 while not known
   * @param service mean times by depth, rising depths; empty while not known
   */
  public record Service(double streamPart, double depth, List<AtDepth> service) {
    public Service {
      Check.fraction("streamPart", streamPart);
      Check.measured("depth", depth);
      service = Check.list("service", service, MOST_DEPTHS);
      Check.rising("service.depth", service, AtDepth::depth);
    }
  }

  /**
   * @param micros from one completion to the next with so many at the device
   */
  public record AtDepth(int depth, double micros) {
    public AtDepth {
      Check.between("depth", depth, 1, 1_000_000);
      Check.positive("micros", micros);
    }
  }

  /**
   * What a partition has of the cache.
   *
   * @param sizeBytes what it may use
   * @param usedBytes what it does use; less while it fills
   * @param initialBytes what a new partition asks for; absent: an equal share
   */
  public record Space(double sizeBytes, double usedBytes, Optional<Double> initialBytes) {
    public Space {
      Check.measured("sizeBytes", sizeBytes);
      Check.measured("usedBytes", usedBytes);
      initialBytes.ifPresent(value -> Check.measured("initialBytes", value));
    }
  }

  /**
   * What came of a partition's accesses in the interval.
   *
   * @param ratio hits of all; 0 when there were none
   * @param hitMicros mean latency of hits, where it is known
   * @param missMicros mean latency of misses, where it is known
   */
  public record Hits(
      double accessesPerSecond,
      double ratio,
      Optional<Double> hitMicros,
      Optional<Double> missMicros) {
    public Hits {
      Check.measured("accessesPerSecond", accessesPerSecond);
      Check.fraction("ratio", ratio);
      hitMicros.ifPresent(value -> Check.measured("hitMicros", value));
      missMicros.ifPresent(value -> Check.measured("missMicros", value));
    }
  }

  /**
   * One queue's part of the cache.
   *
   * @param curve expected hit ratios by size, from a target that samples references; else empty
   * @param service how it is served in slices of its own; absent where it has none or did nothing
   */
  public record Partition(
      QueueId queue, Space space, Hits hits, List<Point> curve, Optional<Service> service) {
    public Partition {
      curve = Check.list("curve", curve, MOST_POINTS);
      Check.rising("curve.sizeBytes", curve, Point::sizeBytes);
    }
  }

  /** A cache of this size would hit this often. */
  public record Point(double sizeBytes, double hitRatio) {
    public Point {
      Check.measured("sizeBytes", sizeBytes);
      Check.require(sizeBytes >= 1, "sizeBytes", sizeBytes, "at least 1");
      Check.fraction("hitRatio", hitRatio);
    }
  }

  public CacheReport {
    Check.between("intervalMillis", intervalMillis, 1, LunInterval.MOST_MILLIS);
    Check.measured("totalBytes", totalBytes);
    Check.require(totalBytes >= 1, "totalBytes", totalBytes, "at least 1");
    partitions = Check.list("partitions", partitions, MOST_PARTITIONS);
  }

  @Override
  public DomainId domain() {
    return cache.domain();
  }
}
