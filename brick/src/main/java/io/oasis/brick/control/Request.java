package io.oasis.brick.control;

import io.oasis.brick.engine.WallTimetable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What can be asked of a brick and told it: one record per method of the package's lines. */
sealed interface Request {
  double NANOS_PER_MILLI = 1e6;

  record Statistics(boolean histograms, boolean curves) implements Request {}

  record Terms(Target of) implements Request {}

  /**
   * What is empty stays as it is.
   *
   * @param leaseMillis for ever when not above 0
   */
  record Set(
      String export,
      OptionalDouble share,
      OptionalDouble reserve,
      OptionalDouble limitIops,
      OptionalDouble limitBytesPerSecond,
      OptionalDouble latencyMillis,
      Optional<String> pool,
      double leaseMillis)
      implements Request {}

  /** Names that are not known, or not leased, are passed over. */
  record Renew(List<String> exports, List<String> caches, double leaseMillis) implements Request {}

  record End(Target of) implements Request {}

  /**
   * @param of empty: of everything
   */
  record Release(Optional<Target> of) implements Request {}

  record Discipline(String device, String name) implements Request {}

  record Timetable(String device, WallTimetable told) implements Request {}

  record Partition(String device, String name, long bytes) implements Request {}

  /**
   * @param sizes of partitions
   * @param slices of the device's time that belong to them
   * @param leaseMillis for ever when not above 0
   */
  record Divide(
      String device, Map<String, Long> sizes, Optional<TimeLease.Slices> slices, double leaseMillis)
      implements Request {}

  /** Whose terms or lease. */
  sealed interface Target {
    record OfExport(String name) implements Target {}

    record OfDevice(String name) implements Target {}
  }

  /** The request cannot be done; the message says why. */
  final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }
  }

  /**
   * Reads a line.
   *
   * @throws Refused with the field that is wrong
   */
  static Request of(JsonNode line) throws Refused {
    String method = text(line, "method");
    return switch (method) {
      case "statistics" ->
          new Statistics(
              line.path("histograms").asBoolean(true), line.path("curves").asBoolean(false));
      case "terms" -> new Terms(line.has("device") ? device(line) : export(line));
      case "set" -> set(line);
      case "renew" -> renew(line);
      case "end" -> new End(line.has("device") ? device(line) : export(line));
      case "release" -> release(line);
      case "discipline" -> new Discipline(device(line).name(), text(line, "name"));
      case "timetable" -> timetable(line);
      case "partition" -> partition(line);
      case "divide" ->
          new Divide(device(line).name(), sizes(line.path("sizes")), slices(line), lease(line));
      default ->
          throw new Refused(
              "method = "
                  + method
                  + ": must be one of statistics, terms, set, renew, end, release, discipline,"
                  + " timetable, partition, divide");
    };
  }

  private static Set set(JsonNode line) throws Refused {
    List<String> known =
        List.of(
            "export",
            "incarnation",
            "latencyMillis",
            "leaseMillis",
            "limitBytesPerSecond",
            "limitIops",
            "method",
            "pool",
            "reserve",
            "share");
    for (String field : line.propertyNames()) {
      if (!known.contains(field)) {
        throw new Refused(field + ": is not known; known are " + known);
      }
    }
    return new Set(
        export(line).name(),
        number(line, "share"),
        number(line, "reserve"),
        number(line, "limitIops"),
        number(line, "limitBytesPerSecond"),
        number(line, "latencyMillis"),
        line.path("pool").asStringOpt(),
        lease(line));
  }

  private static Renew renew(JsonNode line) throws Refused {
    double lease = lease(line);
    if (lease <= 0) {
      throw new Refused("leaseMillis: must be given and above 0");
    }
    return new Renew(texts(line.path("exports")), texts(line.path("caches")), lease);
  }

  private static Release release(JsonNode line) {
    if (line.has("export")) {
      return new Release(Optional.of(export(line)));
    }
    return new Release(line.has("device") ? Optional.of(device(line)) : Optional.empty());
  }

  private static Timetable timetable(JsonNode line) throws Refused {
    List<WallTimetable.Slice> slices = new ArrayList<>();
    for (JsonNode slice : line.path("slices")) {
      slices.add(
          new WallTimetable.Slice(
              text(slice, "application"),
              number(slice, "startMillis").orElse(0),
              number(slice, "lengthMillis").orElse(0)));
    }
    return new Timetable(
        device(line).name(),
        new WallTimetable(
            number(line, "zeroMillis").orElse(0), number(line, "roundMillis").orElse(0), slices));
  }

  private static Partition partition(JsonNode line) throws Refused {
    double bytes = number(line, "bytes").orElse(-1);
    if (bytes < 0) {
      throw new Refused("bytes: must be given and not negative");
    }
    return new Partition(device(line).name(), text(line, "name"), (long) bytes);
  }

  private static Map<String, Long> sizes(JsonNode given) throws Refused {
    Map<String, Long> sizes = new TreeMap<>();
    for (String name : given.propertyNames()) {
      sizes.put(name, (long) number(given, name).orElse(0));
    }
    return sizes;
  }

  private static Optional<TimeLease.Slices> slices(JsonNode line) throws Refused {
    if (!line.has("roundMillis")) {
      return Optional.empty();
    }
    Map<String, Double> shares = new TreeMap<>();
    JsonNode given = line.path("shares");
    for (String name : given.propertyNames()) {
      shares.put(name, number(given, name).orElse(0));
    }
    return Optional.of(
        new TimeLease.Slices(
            (long) (number(line, "roundMillis").orElse(0) * NANOS_PER_MILLI),
            (long) number(line, "accessBytes").orElse(0),
            shares));
  }

  private static double lease(JsonNode line) throws Refused {
    return number(line, "leaseMillis").orElse(0);
  }

  private static Target.OfExport export(JsonNode line) {
    return new Target.OfExport(text(line, "export"));
  }

  private static Target.OfDevice device(JsonNode line) {
    return new Target.OfDevice(line.path("device").asString("main"));
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asString("");
  }

  private static List<String> texts(JsonNode names) {
    return names.values().stream().map(name -> name.asString("")).toList();
  }

  private static OptionalDouble number(JsonNode line, String field) throws Refused {
    JsonNode value = line.path(field);
    if (value.isMissingNode()) {
      return OptionalDouble.empty();
    }
    if (!value.isNumber()) {
      throw new Refused(field + " = " + value + ": must be a number");
    }
    return OptionalDouble.of(value.asDouble());
  }
}
