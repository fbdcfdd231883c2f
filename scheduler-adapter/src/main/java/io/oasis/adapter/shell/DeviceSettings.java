package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Bfq;
import io.oasis.messaging.Option;
import io.oasis.messaging.Options;
import io.oasis.messaging.UsageException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a device is told while weights are in force on it: how much the kernel reads ahead of
 * streams, how long BFQ waits for the next I/O of whose turn it is, and how long a turn lasts.
 *
 * @param numbers by file below the device's {@code queue} directory; others are left alone
 */
public record DeviceSettings(SortedMap<String, Long> numbers) {
  static final DeviceSettings NONE = new DeviceSettings(new TreeMap<>());

  static final Option READ_AHEAD =
      new Option("read-ahead-kb", "", "told to devices with weights (bfq); empty leaves it alone");
  static final Option SLICE_IDLE =
      new Option("slice-idle-us", "", "how long BFQ waits for the next I/O; likewise");
  static final Option TIMEOUT_SYNC =
      new Option("timeout-sync-ms", "", "how long a turn of BFQ lasts; likewise");

  /** A page of the largest kind: the kernel keeps whole ones. */
  private static final long READ_AHEAD_STEP_KB = 64;

  private static final long MOST_READ_AHEAD_KB = 1 << 20;

  private static final long MOST_IDLE_MICROS = 1_000_000;

  /** Whole ticks of the kernel's clock, whether it has 100, 250, 300 or 1,000 a second. */
  private static final long TURN_STEP_MILLIS = 20;

  private static final long MOST_TURN_MILLIS = 60_000;

  public DeviceSettings {
    numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
  }

  static DeviceSettings from(Options options, TargetSpec target) {
    SortedMap<String, Long> numbers = new TreeMap<>();
    if (isGiven(options, target, READ_AHEAD)) {
      numbers.put(
          "read_ahead_kb", steps(options, READ_AHEAD, READ_AHEAD_STEP_KB, MOST_READ_AHEAD_KB));
    }
    if (isGiven(options, target, SLICE_IDLE)) {
      numbers.put("iosched/slice_idle_us", options.integer(SLICE_IDLE.key(), 0, MOST_IDLE_MICROS));
    }
    if (isGiven(options, target, TIMEOUT_SYNC)) {
      numbers.put(
          "iosched/timeout_sync", steps(options, TIMEOUT_SYNC, TURN_STEP_MILLIS, MOST_TURN_MILLIS));
    }
    return new DeviceSettings(numbers);
  }

  private static boolean isGiven(Options options, TargetSpec target, Option option) {
    String value = options.text(option.key());
    if (!value.isEmpty() && !target.kind().equals(Bfq.KIND)) {
      throw new UsageException(option.key(), value, "needs --target " + Bfq.KIND);
    }
    return !value.isEmpty();
  }

  /** What the kernel would round is refused: what is read back must be what was written. */
  private static long steps(Options options, Option option, long step, long most) {
    long value = options.integer(option.key(), step, most);
    if (value % step != 0) {
      throw new UsageException(option.key(), Long.toString(value), "must be a multiple of " + step);
    }
    return value;
  }
}
