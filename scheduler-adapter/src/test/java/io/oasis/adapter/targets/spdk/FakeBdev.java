package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Counters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** A bdev of a {@link FakeSpdk}. */
final class FakeBdev {
  static final List<String> LIMITS =
      List.of("rw_ios_per_sec", "rw_mbytes_per_sec", "r_mbytes_per_sec", "w_mbytes_per_sec");

  private final String uuid = UUID.randomUUID().toString();
  private final Map<String, Long> limits = new LinkedHashMap<>();
  Counters counters = Counters.ZERO;
  boolean changing;
  boolean sampled;

  FakeBdev() {
    LIMITS.forEach(key -> limits.put(key, 0L));
  }

  /** Sets a limit; operations are rounded up. */
  void limit(String key, long value) {
    limits.put(key, key.equals("rw_ios_per_sec") ? (value + 999) / 1_000 * 1_000 : value);
  }

  /** As {@code bdev_get_bdevs} does. */
  void describe(String name, ObjectNode into) {
    into.put("name", name).putArray("aliases").add(uuid);
    into.put("product_name", "Malloc disk").put("block_size", 512).put("num_blocks", 131_072);
    into.put("uuid", uuid);
    limits.forEach(into.putObject("assigned_rate_limits")::put);
    into.put("claimed", false).put("zoned", false);
  }

  /** As {@code bdev_get_iostat} does. */
  void count(String name, ObjectNode into) {
    into.put("name", name)
        .put("bytes_read", counters.readBytes())
        .put("num_read_ops", counters.readIos())
        .put("bytes_written", counters.writeBytes())
        .put("num_write_ops", counters.writeIos());
    for (String field : List.of("unmap", "copy")) {
      into.put(field.equals("copy") ? "bytes_copied" : "bytes_unmapped", 0);
      into.put("num_" + field + "_ops", 0);
    }
    for (String field : List.of("read", "write", "unmap", "copy")) {
      into.put(field + "_latency_ticks", 0);
      into.put("max_" + field + "_latency_ticks", 0);
      into.put("min_" + field + "_latency_ticks", 0);
    }
    into.putObject("io_error");
    if (sampled) {
      into.put("queue_depth_polling_period", 1_000).put("queue_depth", 0);
      into.put("io_time", 0).put("weighted_io_time", 0);
    }
  }
}
