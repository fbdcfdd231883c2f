package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * How an adapter shall divide a cache: absolute, versioned, and under the adapter's lease like
 * every {@link Setting}. Those that shrink are to be shrunk before others grow.
 *
 * @param session the adapter's session it is for; any other session refuses it
 * @param sizes of all partitions; together never more than the cache. None means: let go
 */
public record CacheSetting(
    DomainId domain,
    String cache,
    Version version,
    AdapterId adapter,
    SessionId session,
    Instant at,
    List<Size> sizes,
    long leaseMillis)
    implements Message {
  /** What one queue may use of the cache. */
  public record Size(QueueId queue, double bytes) {
    public Size {
      Check.notNegative("bytes", bytes);
    }
  }

  public CacheSetting {
    Check.id("cache", cache);
    sizes = Check.list("sizes", sizes, CacheReport.MOST_PARTITIONS);
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
  }
}
