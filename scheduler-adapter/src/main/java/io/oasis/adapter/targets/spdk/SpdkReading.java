package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a bdev has counted since it was made, at one moment of SPDK's clock.
 *
 * @param ticks of the clock
 * @param latencyTicks of all reads and writes together, the wait for the rate limit included
 * @param queueDepth outstanding below the rate limit, 0 where SPDK does not sample it
 */
public record SpdkReading(
    long tickRate, long ticks, Counters counters, long latencyTicks, long queueDepth) {
  private static final String METHOD = "bdev_get_iostat";
  private static final String UNKNOWN_PARAMETER = "-32603";

  /** Asks for one bdev, or for all where none is named; by name. */
  public static Map<String, SpdkReading> of(SpdkClient spdk, Optional<String> name)
      throws IOException {
    ObjectNode parameters = SpdkClient.parameters();
    name.ifPresent(one -> parameters.put("name", one));
    try {
      return parse(spdk.ask(METHOD, parameters));
    } catch (RefusedException e) {
      if (name.isEmpty() || !e.code().equals(UNKNOWN_PARAMETER)) {
        throw e;
      }
      ObjectNode newer = SpdkClient.parameters();
      newer.putArray("names").add(name.get());
      return parse(spdk.ask(METHOD, newer));
    }
  }

  /** Old versions give an array whose first element is the clock's rate. */
  static Map<String, SpdkReading> parse(JsonNode result) {
    JsonNode clock = result.isArray() ? result.path(0) : result;
    Map<String, SpdkReading> readings = new LinkedHashMap<>();
    for (JsonNode bdev : result.isArray() ? result : result.path("bdevs")) {
      if (bdev.has("name")) {
        readings.put(bdev.path("name").asString(""), of(clock, bdev));
      }
    }
    return readings;
  }

  private static SpdkReading of(JsonNode clock, JsonNode bdev) {
    return new SpdkReading(
        number(clock, "tick_rate"),
        number(clock, "ticks"),
        new Counters(
            number(bdev, "num_read_ops"),
            number(bdev, "num_write_ops"),
            number(bdev, "bytes_read"),
            number(bdev, "bytes_written")),
        number(bdev, "read_latency_ticks") + number(bdev, "write_latency_ticks"),
        number(bdev, "queue_depth"));
  }

  private static long number(JsonNode node, String field) {
    return node.path(field).asLong(0);
  }

  /**
   * What passed per second since an earlier reading, by SPDK's own clock; 0 where it tells none.
   */
  public double rate(SpdkReading before, Throttle.Part part) {
    long passed = ticks - before.ticks;
    return passed <= 0
        ? 0
        : (counters.get(part) - before.counters.get(part)) * (double) tickRate / passed;
  }

  /**
   * I/Os that the rate limit held back, on average since an earlier reading (Little's law: all that
   * waited, less what was outstanding below). Needs versions that tell their ticks; 0 otherwise.
   */
  public double backlog(SpdkReading before) {
    long passed = ticks - before.ticks;
    return passed <= 0
        ? 0
        : Math.max(0, (latencyTicks - before.latencyTicks) / (double) passed - queueDepth);
  }
}
