package io.oasis.brick;

import io.oasis.brick.BrickConfig.DeviceConfig;
import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.PoolTerms;
import io.oasis.brick.discipline.Timetable;
import io.oasis.brick.engine.ModelledDevice;
import io.oasis.brick.engine.WallTimetable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The keys of devices. */
final class DeviceReader {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STANDARD_DEVICE = "main";

  private DeviceReader() {}

  static List<DeviceConfig> devices(Keys keys) {
    SortedSet<String> names = keys.namesOf("device");
    if (names.isEmpty()) {
      names.add(STANDARD_DEVICE);
    }
    List<DeviceConfig> devices = new ArrayList<>();
    for (String name : names) {
      String prefix = "device." + name + ".";
      devices.add(
          new DeviceConfig(
              name,
              discipline(keys, prefix),
              model(keys, prefix),
              (int) keys.integer(prefix + "workers", 32, 1, 1024),
              keys.bytes(prefix + "cache-bytes", "0"),
              keys.flag(prefix + "write-back", false),
              keys.bytes(prefix + "access-bytes", "0"),
              traits(keys, prefix)));
    }
    return devices;
  }

  private static String model(Keys keys, String prefix) {
    String model = keys.text(prefix + "model", "");
    if (!model.isEmpty()) {
      try {
        ModelledDevice.named(model);
      } catch (IllegalArgumentException e) {
        throw new ConfigException(prefix + "model", model, String.valueOf(e.getMessage()));
      }
    }
    return model;
  }

  /** Of a hard disk that is modelled, or as {@code oasis probe --json} has put them in a file. */
  private static Optional<DiskTraits> traits(Keys keys, String prefix) {
    Optional<DiskTraits> modelled =
        ModelledDevice.hardDisk(keys.text(prefix + "model", "")).map(DiskTraits::of);
    String file = keys.text(prefix + "probe", "");
    if (file.isEmpty()) {
      return modelled;
    }
    if (modelled.isPresent()) {
      throw new ConfigException(prefix + "probe", file, "the disk is modelled: leave one of them");
    }
    try {
      JsonNode probed = JSON.readTree(Files.readString(Path.of(file)));
      return Optional.of(
          new DiskTraits(
              probed.path("averageSeekMicros").asDouble(-1),
              probed.path("longestSeekMicros").asDouble(-1),
              probed.path("rotationMicros").asDouble(0),
              probed.path("streamingBytesPerSecond").asDouble(0)));
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new ConfigException(
          prefix + "probe", file, "must be what `oasis probe --json` says: " + e.getMessage());
    }
  }

  private static DisciplineSpec discipline(Keys keys, String prefix) {
    DisciplineSpec standard = DisciplineSpec.of(DisciplineSpec.Kind.NONE);
    int depth = (int) keys.integer(prefix + "depth", standard.depth(), 1, 65_536);
    double round = keys.number(prefix + "round-ms", standard.roundNanos() / 1e6, 1);
    String costs = keys.text(prefix + "sfq-costs", "affine");
    double runs = keys.number(prefix + "worst-case-runs", 0, 0);
    List<PoolTerms> pools = new ArrayList<>();
    for (String pool : keys.namesOf(prefix + "pool")) {
      String poolPrefix = prefix + "pool." + pool + ".";
      double reserve = keys.number(poolPrefix + "reserve", 0, 0);
      double limit = keys.number(poolPrefix + "limit", 0, 0);
      if (limit > 0 && limit < reserve) {
        throw new ConfigException(
            poolPrefix + "limit", Double.toString(limit), "must not be below the reserve");
      }
      pools.add(new PoolTerms(pool, reserve, limit));
    }
    String name = keys.text(prefix + "discipline", "none");
    try {
      return new DisciplineSpec(
              standard.kind(),
              depth,
              (long) (round * 1e6),
              costs(prefix, costs),
              pools,
              runs,
              timetable(keys, prefix))
          .named(name);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(prefix + "discipline", name, String.valueOf(e.getMessage()));
    }
  }

  private static Timetable timetable(Keys keys, String prefix) {
    String text = keys.text(prefix + "timetable", "");
    double zero = keys.number(prefix + "timetable-zero-ms", 0, 0);
    try {
      return text.isEmpty() ? Timetable.NOBODYS : WallTimetable.parse(text, zero).now();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(prefix + "timetable", text, String.valueOf(e.getMessage()));
    }
  }

  private static DisciplineSpec.Costs costs(String prefix, String text) {
    return Arrays.stream(DisciplineSpec.Costs.values())
        .filter(costs -> costs.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () -> new ConfigException(prefix + "sfq-costs", text, "must be affine or study"));
  }
}
