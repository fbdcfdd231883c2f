package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an adapter measured of a cache during an interval: sizes and hit ratios of its partitions.
 *
 * @param cache its name within the domain
 * @param session cache settings must name it
 * @param totalBytes to share out between all partitions
 * @param partitions all of them; one that is new and not yet sized has size 0
 */
public record CacheReport(
    DomainId domain,
    String cache,
    AdapterId adapter,
    SessionId session,
    Instant at,
    long intervalMillis,
    double totalBytes,
    List<Partition> partitions)
    implements Message {
  static final int MOST_PARTITIONS = 1_000;
  private static final int MOST_POINTS = 256;

  /**
   * One queue's part of the cache.
   *
   * @param sizeBytes what it may use
   * @param usedBytes what it does use; less while it fills
   * @param hitRatio of the accesses of the interval; 0 when there were none
   * @param hitMicros mean latency of hits, where it is known
   * @param missMicros mean latency of misses, where it is known
   * @param initialBytes what a new partition asks for; absent: an equal share
   * @param curve expected hit ratios by size, from a target that samples references; else empty
   */
  public record Partition(
      QueueId queue,
      double sizeBytes,
      double usedBytes,
      double accessesPerSecond,
      double hitRatio,
      Optional<Double> hitMicros,
      Optional<Double> missMicros,
      Optional<Double> initialBytes,
      List<Point> curve) {
    public Partition {
      Check.notNegative("sizeBytes", sizeBytes);
      Check.notNegative("usedBytes", usedBytes);
      Check.notNegative("accessesPerSecond", accessesPerSecond);
      Check.fraction("hitRatio", hitRatio);
      hitMicros.ifPresent(value -> Check.notNegative("hitMicros", value));
      missMicros.ifPresent(value -> Check.notNegative("missMicros", value));
      initialBytes.ifPresent(value -> Check.notNegative("initialBytes", value));
      curve = Check.list("curve", curve, MOST_POINTS);
      for (int i = 1; i < curve.size(); i++) {
        if (curve.get(i).sizeBytes() <= curve.get(i - 1).sizeBytes()) {
          throw Check.invalid(
              "curve.sizeBytes",
              curve.get(i).sizeBytes(),
              "must be above the one before, " + curve.get(i - 1).sizeBytes());
        }
      }
    }
  }

  /** A cache of this size would hit this often. */
  public record Point(double sizeBytes, double hitRatio) {
    public Point {
      Check.positive("sizeBytes", sizeBytes);
      Check.fraction("hitRatio", hitRatio);
    }
  }

  public CacheReport {
    Check.id("cache", cache);
    Check.between("intervalMillis", intervalMillis, 1, LunReport.MAX_INTERVAL_MILLIS);
    Check.positive("totalBytes", totalBytes);
    partitions = Check.list("partitions", partitions, MOST_PARTITIONS);
  }
}
