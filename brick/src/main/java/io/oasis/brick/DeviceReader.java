package io.oasis.brick;

import io.oasis.brick.BrickConfig.DeviceConfig;
import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.PoolTerms;
import io.oasis.brick.discipline.Timetable;
import io.oasis.brick.engine.ModelledDevice;
import io.oasis.brick.engine.WallTimetable;
import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The keys of devices. */
final class DeviceReader {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STANDARD_DEVICE = "main";

  private DeviceReader() {}

  static List<DeviceConfig> devices(Settings keys) {
    SortedSet<String> names = keys.names("device");
    if (names.isEmpty()) {
      names.add(STANDARD_DEVICE);
    }
    List<DeviceConfig> devices = new ArrayList<>();
    for (String name : names) {
      devices.add(
          new DeviceConfig(
              name,
              discipline(keys, name),
              model(keys, name),
              keys.get(BrickKeys.WORKERS.at(name)),
              keys.get(BrickKeys.DEVICE_CACHE.at(name)),
              keys.get(BrickKeys.WRITE_BACK.at(name)),
              keys.get(BrickKeys.ACCESS.at(name)),
              traits(keys, name)));
    }
    return devices;
  }

  private static String model(Settings keys, String device) {
    Key<String> key = BrickKeys.MODEL.at(device);
    String model = keys.get(key);
    if (!model.isEmpty()) {
      refused(key, model, () -> ModelledDevice.named(model));
    }
    return model;
  }

  /** Of a hard disk that is modelled, or as {@code oasis probe --json} has put them in a file. */
  private static Optional<DiskTraits> traits(Settings keys, String device) {
    Optional<DiskTraits> modelled =
        ModelledDevice.hardDisk(keys.get(BrickKeys.MODEL.at(device))).map(DiskTraits::of);
    Key<Optional<Path>> key = BrickKeys.PROBE.at(device);
    Optional<Path> file = keys.get(key);
    if (file.isEmpty()) {
      return modelled;
    }
    if (modelled.isPresent()) {
      throw new UsageException(
          key.name(), file.get().toString(), "the disk is modelled: leave one of them");
    }
    try {
      JsonNode probed = JSON.readTree(Files.readString(file.get()));
      return Optional.of(
          new DiskTraits(
              probed.path("averageSeekMicros").asDouble(-1),
              probed.path("longestSeekMicros").asDouble(-1),
              probed.path("rotationMicros").asDouble(0),
              probed.path("streamingBytesPerSecond").asDouble(0)));
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new UsageException(
          key.name(),
          file.get().toString(),
          "must be what `oasis probe --json` says: " + e.getMessage());
    }
  }

  private static DisciplineSpec discipline(Settings keys, String device) {
    List<PoolTerms> pools = new ArrayList<>();
    for (String pool : keys.names("device." + device + ".pool")) {
      double reserve = keys.get(BrickKeys.POOL_RESERVE.at(device, pool));
      Key<Double> limit = BrickKeys.POOL_LIMIT.at(device, pool);
      pools.add(
          new PoolTerms(pool, reserve, ConfigReader.notBelow(reserve, limit, keys.get(limit))));
    }
    Key<String> key = BrickKeys.DISCIPLINE.at(device);
    String name = keys.get(key);
    DisciplineSpec.Kind unnamed = DisciplineSpec.Kind.NONE;
    return refused(
        key,
        name,
        () ->
            new DisciplineSpec(
                    unnamed,
                    keys.get(BrickKeys.DEPTH.at(device)),
                    (long) (keys.get(BrickKeys.ROUND.at(device)) * 1e6),
                    keys.get(BrickKeys.COSTS.at(device)),
                    pools,
                    keys.get(BrickKeys.WORST_CASE.at(device)),
                    timetable(keys, device))
                .named(name));
  }

  private static Timetable timetable(Settings keys, String device) {
    Key<String> key = BrickKeys.TIMETABLE.at(device);
    String text = keys.get(key);
    double zero = keys.get(BrickKeys.TIMETABLE_ZERO.at(device));
    return text.isEmpty()
        ? Timetable.NOBODYS
        : refused(key, text, () -> WallTimetable.parse(text, zero).now());
  }

  /** What the domain's own reading refuses is refused by the key. */
  private static <T> T refused(Key<?> key, String text, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(key.name(), text, String.valueOf(e.getMessage()));
    }
  }
}
