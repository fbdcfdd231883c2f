package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.cache.Partition;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sizes of one cache's partitions that were set from outside, in bytes. */
final class CacheLease extends Lease<Map<String, Long>> {
  private static final Logger LOG = LoggerFactory.getLogger(CacheLease.class);

  private final Cache cache;

  CacheLease(Cache cache) {
    super(sizes(cache));
    this.cache = cache;
  }

  private static Map<String, Long> sizes(Cache cache) {
    Map<String, Long> sizes = new HashMap<>();
    for (Partition.Report report : cache.report()) {
      sizes.put(report.name(), report.limitBytes());
    }
    return sizes;
  }

  @Override
  Map<String, Long> now() {
    return sizes(cache);
  }

  @Override
  void set(Map<String, Long> told) throws IOException {
    cache.divide(told);
  }

  @Override
  Map<String, Long> undone(Map<String, Long> was, Map<String, Long> set, Map<String, Long> now) {
    Map<String, Long> undone = new HashMap<>(now);
    was.forEach(
        (name, size) -> {
          if (now.getOrDefault(name, -1L).equals(set.get(name))) {
            undone.put(name, size);
          }
        });
    return undone;
  }

  @Override
  void bringBack(Map<String, Long> was) {
    try {
      cache.divide(was);
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the sizes of partitions cannot be brought back to {}: {}", was, e.toString());
    }
  }
}
