package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How an adapter shall divide a cache: absolute, versioned, and under the adapter's lease like
 * every {@link Setting}. Those that shrink are to be shrunk before others grow.
 *
 * @param sizes of all partitions; together never more than the cache. None means: let go
 * @param slices of the time of the device behind the cache; absent: as they are
 * @param authority on whose word
 */
public record CacheSetting(
    CacheRef cache,
    Version version,
    Instant at,
    List<Size> sizes,
    long leaseMillis,
    Optional<Slices> slices,
    Optional<Authority> authority)
    implements Order {
  /**
   * How the device's time is divided.
   *
   * @param roundMillis all slices once
   * @param accessBytes most that is read ahead of a stream, and written together
   * @param slices of the round
   */
  public record Slices(double roundMillis, double accessBytes, List<Slice> slices) {
    public Slices {
      Check.positive("roundMillis", roundMillis);
      Check.positive("accessBytes", accessBytes);
      slices = Check.list("slices", slices, CacheReport.MOST_PARTITIONS);
    }
  }

  /** One queue's part of the round. */
  public record Slice(QueueId queue, double millis) {
    public Slice {
      Check.positive("millis", millis);
    }
  }

  /** What one queue may use of the cache. */
  public record Size(QueueId queue, double bytes) {
    public Size {
      Check.notNegative("bytes", bytes);
    }
  }

  public CacheSetting {
    sizes = Check.list("sizes", sizes, CacheReport.MOST_PARTITIONS);
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
  }

  /** On nobody's word. */
  public CacheSetting(
      CacheRef cache,
      Version version,
      Instant at,
      List<Size> sizes,
      long leaseMillis,
      Optional<Slices> slices) {
    this(cache, version, at, sizes, leaseMillis, slices, Optional.empty());
  }

  @Override
  public CacheSetting of(String manager) {
    return new CacheSetting(
        cache, version, at, sizes, leaseMillis, slices, authority.map(given -> given.of(manager)));
  }

  @Override
  public AdapterId adapter() {
    return cache.adapter();
  }

  @Override
  public DomainId domain() {
    return cache.domain();
  }
}
