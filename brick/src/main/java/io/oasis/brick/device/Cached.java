package io.oasis.brick.device;

import java.util.ArrayDeque;

/**
 * A read cache over a device: a request whose blocks are all there completes after the hit time,
 * any other goes below and its blocks are put in when it completes. Writes go through and are kept.
 */
public final class Cached<R extends DeviceRequest> implements Device<R> {
  private record Hit<R>(R request, long at) {}

  private final Device<R> below;
  private final BlockCache cache;
  private final int owner;
  private final long hitNanos;
  private final ArrayDeque<Hit<R>> hits = new ArrayDeque<>();
  private long hitCount;
  private long missCount;

  /**
   * @param cache may be shared with other devices
   * @param owner whose requests these are
   */
  public Cached(Device<R> below, BlockCache cache, int owner, long hitNanos) {
    this.below = below;
    this.cache = cache;
    this.owner = owner;
    this.hitNanos = hitNanos;
  }

  public long hits() {
    return hitCount;
  }

  public long misses() {
    return missCount;
  }

  @Override
  public void submit(R request, long nowNanos) {
    boolean all = !request.isWrite();
    for (long block = firstBlock(request); block <= lastBlock(request); block++) {
      all &= cache.touch(owner, block);
    }
    if (all) {
      hitCount++;
      hits.addLast(new Hit<>(request, nowNanos + hitNanos));
    } else {
      missCount += request.isWrite() ? 0 : 1;
      below.submit(request, nowNanos);
    }
  }

  private long firstBlock(R request) {
    return request.offset() / cache.blockBytes();
  }

  private long lastBlock(R request) {
    return (request.offset() + request.bytes() - 1) / cache.blockBytes();
  }

  @Override
  public long nextEventNanos() {
    Hit<R> hit = hits.peekFirst();
    return StrictMath.min(hit == null ? NEVER : hit.at(), below.nextEventNanos());
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      while (!hits.isEmpty() && hits.getFirst().at() <= at) {
        done.completed(hits.removeFirst().request(), at);
      }
      below.advance(
          at,
          (request, when) -> {
            for (long block = firstBlock(request); block <= lastBlock(request); block++) {
              cache.put(owner, block);
            }
            done.completed(request, when);
          });
    }
  }

  @Override
  public int outstanding() {
    return hits.size() + below.outstanding();
  }
}
