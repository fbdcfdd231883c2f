package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Bfq;
import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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

  /** A page of the largest kind: the kernel keeps whole ones. */
  private static final long READ_AHEAD_STEP_KB = 64;

  private static final long MOST_READ_AHEAD_KB = 1 << 20;

  private static final long MOST_IDLE_MICROS = 1_000_000;

  /** Whole ticks of the kernel's clock, whether it has 100, 250, 300 or 1,000 a second. */
  private static final long TURN_STEP_MILLIS = 20;

  private static final long MOST_TURN_MILLIS = 60_000;

  private static final Key<OptionalLong> READ_AHEAD =
      key("read-ahead-kb", "KiB", READ_AHEAD_STEP_KB, MOST_READ_AHEAD_KB, "how far it reads ahead");
  private static final Key<OptionalLong> SLICE_IDLE =
      key("slice-idle-us", "us", 0, MOST_IDLE_MICROS, "how long BFQ waits for the next I/O");
  private static final Key<OptionalLong> TIMEOUT_SYNC =
      key("timeout-sync-ms", "ms", TURN_STEP_MILLIS, MOST_TURN_MILLIS, "how long BFQ's turns last");

  public static final List<Key<?>> KEYS = List.of(READ_AHEAD, SLICE_IDLE, TIMEOUT_SYNC);

  public DeviceSettings {
    numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
  }

  public static DeviceSettings from(Settings settings, TargetSpec target) {
    SortedMap<String, Long> numbers = new TreeMap<>();
    Map.of(
            READ_AHEAD, "read_ahead_kb",
            SLICE_IDLE, "iosched/slice_idle_us",
            TIMEOUT_SYNC, "iosched/timeout_sync")
        .forEach(
            (key, file) ->
                settings.get(key).ifPresent(value -> numbers.put(file, of(target, key, value))));
    return new DeviceSettings(numbers);
  }

  private static long of(TargetSpec target, Key<?> key, long value) {
    if (!target.kind().equals(Bfq.KIND)) {
      throw new UsageException(key.name(), Long.toString(value), "needs --target " + Bfq.KIND);
    }
    return value;
  }

  /** What the kernel would round is refused: what is read back must be what was written. */
  private static Key<OptionalLong> key(
      String name, String unit, long step, long most, String meaning) {
    String multiple = step == 0 ? "" : ", a multiple of " + step;
    return new Key<>(
        name,
        unit,
        "empty or " + step + " to " + most + " " + unit + multiple,
        "",
        "told to devices while weights are in force (bfq): " + meaning + "; empty: left alone",
        text -> text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(text, step, most)));
  }

  private static long number(String text, long step, long most) {
    long value = Long.parseLong(text);
    if (value < step || value > most || (step > 0 && value % step != 0)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }
}
