package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.Partition;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sizes of one cache's partitions that were set from outside, and until when; the law is that
 * of {@link Leases}. Not safe for threads.
 */
final class CacheLease {
  private static final Logger LOG = LoggerFactory.getLogger(CacheLease.class);

  private final Cache cache;
  private final Map<String, Long> configured;
  private @Nullable Map<String, Long> before;
  private Map<String, Long> leased = Map.of();
  private long untilNanos = Leases.FOR_EVER;

  CacheLease(Cache cache) {
    this.cache = cache;
    configured = sizes();
  }

  private Map<String, Long> sizes() {
    Map<String, Long> sizes = new HashMap<>();
    for (Partition.Report report : cache.report()) {
      sizes.put(report.name(), report.limitBytes());
    }
    return sizes;
  }

  /** Sets sizes until a moment. */
  void lease(Map<String, Long> sizes, long until) throws IOException {
    Map<String, Long> now = sizes();
    Map<String, Long> undone = before == null ? now : undone(now);
    cache.divide(sizes);
    before = undone;
    leased = sizes();
    untilNanos = until;
  }

  void renew(long until) {
    if (before != null) {
      untilNanos = until;
    }
  }

  boolean isHeld() {
    return before != null;
  }

  /** Back to what was configured. */
  void release() {
    before = null;
    untilNanos = Leases.FOR_EVER;
    bringBack(configured);
  }

  /** Ends the lease if it has run out; returns when it will. */
  long expire(long now) {
    if (untilNanos != Leases.FOR_EVER && untilNanos - now <= 0) {
      end();
    }
    return untilNanos;
  }

  /** Ends the lease now. */
  void end() {
    Map<String, Long> undone = undone(sizes());
    before = null;
    untilNanos = Leases.FOR_EVER;
    bringBack(undone);
  }

  private Map<String, Long> undone(Map<String, Long> now) {
    Map<String, Long> undone = new HashMap<>(now);
    if (before != null) {
      before.forEach(
          (name, size) -> {
            if (now.getOrDefault(name, -1L).equals(leased.get(name))) {
              undone.put(name, size);
            }
          });
    }
    return undone;
  }

  private void bringBack(Map<String, Long> sizes) {
    try {
      cache.divide(sizes);
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the sizes of partitions cannot be brought back to {}: {}", sizes, e.toString());
    }
  }
}
