package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.wire.RefusedException;
import io.oasis.protocol.Grain;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and sets the rate limits of bdevs, one call after the other and not faster than SPDK bears:
 * some 220 calls at full speed have been seen to end a target.
 */
final class RateLimits {
  static final long STEP_IOPS = 1_000;
  static final long STEP_BYTES = 1 << 20;

  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final long INTERVAL_NANOS = INTERVAL.toNanos();

  /**
   * The least is one step of each. A removed limit lets all at once in that waits: beside a queue
   * of 32, a neighbour of depth 2 fell from 3,200 to 120 (measured, 24.05).
   */
  static final Grain GRAIN =
      new Grain(
          STEP_IOPS,
          STEP_BYTES,
          STEP_IOPS,
          STEP_BYTES,
          true,
          new Grain.Change(INTERVAL.toMillis(), 0, true));

  /** Waits before a change is asked for again that SPDK has no time for. */
  private static final List<Duration> BACK_OFF =
      List.of(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));

  private static final String BUSY = "-32602";

  /** The parts that a bdev has a limit for. */
  private static final List<Part> PARTS =
      List.of(Part.IOPS, Part.BYTES, Part.READ_BYTES, Part.WRITE_BYTES);

  private final SpdkClient spdk;
  private long setAt = System.nanoTime() - INTERVAL_NANOS;

  RateLimits(SpdkClient spdk) {
    this.spdk = spdk;
  }

  private static String key(Part part) {
    return switch (part) {
      case IOPS -> "rw_ios_per_sec";
      case BYTES -> "rw_mbytes_per_sec";
      case READ_BYTES -> "r_mbytes_per_sec";
      case WRITE_BYTES -> "w_mbytes_per_sec";
      case READ_IOPS, WRITE_IOPS, WEIGHT, SHARE, RESERVE, SETTING ->
          throw new IllegalArgumentException(part.label());
    };
  }

  /** SPDK counts operations one by one and bytes in MiB. */
  private static long unit(Part part) {
    return part == Part.IOPS ? 1 : STEP_BYTES;
  }

  static Throttle throttle(JsonNode bdev) {
    Throttle throttle = Throttle.NONE;
    for (Part part : PARTS) {
      long value = bdev.path("assigned_rate_limits").path(key(part)).asLong(0);
      throttle = throttle.with(part, value * unit(part));
    }
    return throttle;
  }

  /** Sets the parts that differ; what SPDK would round up is refused here. */
  void set(String name, Throttle current, Throttle wanted) throws IOException, TargetException {
    ObjectNode parameters = SpdkClient.parameters().put("name", name);
    for (Part part : Part.RATES) {
      long value = wanted.get(part);
      if (value == current.get(part)) {
        continue;
      }
      if (!PARTS.contains(part)) {
        throw new TargetException("SPDK limits the operations of both directions together");
      }
      long step = part == Part.IOPS ? STEP_IOPS : STEP_BYTES;
      if (value % step != 0) {
        throw new TargetException(
            "%s=%d is no multiple of %d: SPDK would round it up"
                .formatted(part.label(), value, step));
      }
      parameters.put(key(part), value / unit(part));
    }
    if (parameters.size() > 1) {
      set(parameters);
    }
  }

  private void set(ObjectNode parameters) throws IOException {
    for (Duration wait : BACK_OFF) {
      try {
        call(parameters);
        return;
      } catch (RefusedException e) {
        if (!e.code().equals(BUSY)) {
          throw e;
        }
        LockSupport.parkNanos(wait.toNanos());
      }
    }
    try {
      call(parameters);
    } catch (RefusedException e) {
      throw e.code().equals(BUSY)
          ? new RefusedException(
              BUSY,
              e.getMessage()
                  + " (a change is in progress that does not end; SPDK does this with a bdev that"
                  + " is idle, and I/O or closing and opening it ends it)")
          : e;
    }
  }

  private void call(ObjectNode parameters) throws IOException {
    long early = setAt + INTERVAL_NANOS - System.nanoTime();
    if (early > 0) {
      LockSupport.parkNanos(early);
    }
    setAt = System.nanoTime();
    spdk.ask("bdev_set_qos_limit", parameters);
  }
}
