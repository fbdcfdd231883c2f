package io.oasis.lab.zoo.scenario;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.Scenario.LunSpec;
import io.oasis.lab.zoo.scenario.Scenario.NetworkSpec;
import io.oasis.lab.zoo.scenario.Scenario.Trial;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads scenarios from JSON. What is absent has the lab's defaults; what is unknown or wrong is
 * refused, with the file and the field named.
 */
public final class ScenarioReader {
  /** A day. */
  private static final double MOST_SECONDS = 86_400;

  private static final double MOST_PER_SECOND = 1_000_000;
  private static final int MOST_DEPTH = 10_000;
  private static final int MOST_BYTES = 1 << 26;
  private static final double LEAST_WEIGHT = 0.001;
  private static final double MOST_WEIGHT = 1_000;
  private static final double STANDARD_SECONDS = 600;
  private static final double STANDARD_JUDGED_FROM = 120;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private ScenarioReader() {}

  /** Every {@code .json} file below a directory, in order of their names. */
  public static List<Scenario> directory(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(ScenarioReader::isScenario).sorted().toList();
    } catch (NoSuchFileException e) {
      throw new ScenarioException(directory + ": there is no such directory");
    }
    if (files.isEmpty()) {
      throw new ScenarioException(directory + ": there is no scenario, no file that ends in .json");
    }
    List<Scenario> scenarios = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Path file : files) {
      Scenario scenario = file(file);
      if (!names.add(scenario.name())) {
        throw new ScenarioException(file + ": name = " + scenario.name() + ": there are two of it");
      }
      scenarios.add(scenario);
    }
    return scenarios;
  }

  private static boolean isScenario(Path file) {
    return file.toString().endsWith(".json") && Files.isRegularFile(file);
  }

  /** One file. */
  public static Scenario file(Path file) throws IOException {
    Path whole = file.toAbsolutePath().normalize();
    Path directory = whole.getParent();
    String family =
        directory == null || directory.getFileName() == null
            ? ""
            : directory.getFileName().toString();
    String name = String.valueOf(whole.getFileName()).replaceFirst("\\.json$", "");
    try {
      return text(Files.readString(whole, StandardCharsets.UTF_8), name, family);
    } catch (ScenarioException e) {
      throw new ScenarioException(file + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new ScenarioException(file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new ScenarioException(file + ": is not text");
    }
  }

  /**
   * A scenario's text.
   *
   * @param name of a scenario that does not say its own
   */
  public static Scenario text(String json, String name, String family) {
    try {
      Scenario read =
          Fields.read(
              MAPPER.readTree(json), "", fields -> ScenarioReader.scenario(fields, name, family));
      check(read);
      return read;
    } catch (JacksonException e) {
      throw new ScenarioException(
          "line "
              + (e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + ": is not JSON: "
              + e.getOriginalMessage());
    }
  }

  private static Scenario scenario(Fields fields, String otherName, String family) {
    String name = fields.text("name").orElse(otherName);
    double seconds = fields.number("seconds", 1, MOST_SECONDS, STANDARD_SECONDS);
    double from =
        fields.number(
            "judgedFrom", 0, MOST_SECONDS, StrictMath.min(STANDARD_JUDGED_FROM, seconds / 5));
    if (from >= seconds) {
      throw fields.wrong("judgedFrom", from, "below seconds = " + seconds);
    }
    List<Enforcement> enforcement =
        fields.someOf("enforcement", List.of(Enforcement.values()), ScenarioReader::label);
    List<Long> seeds = fields.wholes("seeds");
    List<DeviceSpec> devices = fields.objects("devices", DeviceReader::device);
    List<DeviceSpec> somewhere = devices.isEmpty() ? List.of(DeviceReader.standard("d")) : devices;
    List<LunSpec> luns = fields.objects("luns", lun -> lun(lun, somewhere.getFirst().name()));
    List<LunSpec> some =
        luns.isEmpty() ? List.of(new LunSpec("l1", "h1", somewhere.getFirst().name())) : luns;
    return new Scenario(
        name,
        family,
        new Trial(
            seconds,
            from,
            enforcement.isEmpty() ? List.of(Enforcement.values()) : enforcement,
            seeds.isEmpty() ? List.of(1L) : seeds),
        somewhere,
        some,
        fields.objects("applications", application -> application(application, some)),
        fields.object("network", ScenarioReader::network).orElse(NetworkSpec.FAIR),
        new TreeMap<>(fields.numbers("clockSkewSeconds", -1e9, 1e9)));
  }

  /** As files and commands call it. */
  public static String label(Enforcement enforcement) {
    return enforcement.name().toLowerCase(Locale.ROOT);
  }

  private static LunSpec lun(Fields fields, String device) {
    return new LunSpec(
        fields.text("name").orElse("l1"),
        fields.text("host").orElse("h1"),
        fields.text("device").orElse(device));
  }

  private static NetworkSpec network(Fields fields) {
    return new NetworkSpec(
        fields.number("lost", 0, 1, 0),
        fields.number("duplicated", 0, 1, 0),
        fields.number("delayedMillis", 0, 60_000, 0));
  }

  private static ApplicationSpec application(Fields fields, List<LunSpec> luns) {
    fields.require("name");
    String name = fields.text("name").orElseThrow();
    String lun = fields.text("lun").orElse(luns.getFirst().name());
    String host =
        fields
            .text("host")
            .orElseGet(
                () ->
                    luns.stream()
                        .filter(one -> one.name().equals(lun))
                        .findFirst()
                        .map(LunSpec::host)
                        .orElse("h1"));
    if (luns.stream().noneMatch(one -> one.name().equals(lun) && one.host().equals(host))) {
      throw fields.wrong("lun", lun, "a LUN of host " + host);
    }
    fields.require("stages");
    List<StageSpec> stages = fields.objects("stages", ScenarioReader::stage);
    if (stages.isEmpty()) {
      throw fields.wrong("stages", "[]", "at least one stage");
    }
    return new ApplicationSpec(
        name,
        host,
        lun,
        fields.number("from", 0, MOST_SECONDS, 0),
        fields.number("weight", LEAST_WEIGHT, MOST_WEIGHT, 1),
        stages,
        fields.truth("repeat", false));
  }

  private static StageSpec stage(Fields fields) {
    return new StageSpec(
        fields.number("seconds", 0.01, MOST_SECONDS, Double.POSITIVE_INFINITY),
        load(fields),
        fields.whole("bytes", 512, MOST_BYTES, 4_096),
        fields.number("reads", 0, 1, 1),
        fields.number("sequential", 0, 1, 0));
  }

  private static Load load(Fields fields) {
    List<Load> given = new ArrayList<>();
    fields
        .object(
            "closed",
            closed ->
                new Load.Closed(
                    closed.whole("depth", 1, MOST_DEPTH, 1),
                    closed.number("thinkMillis", 0, 3.6e6, 0)))
        .ifPresent(given::add);
    fields
        .object(
            "open",
            open ->
                new Load.Open(
                    open.number("perSecond", 0.001, MOST_PER_SECOND), open.truth("poisson", false)))
        .ifPresent(given::add);
    if (fields.truth("idle", false)) {
      given.add(new Load.Idle());
    }
    if (given.size() != 1) {
      throw fields.wrong("closed, open, idle", given.size() + " of them", "one of them");
    }
    return given.getFirst();
  }

  private static void check(Scenario scenario) {
    unique("devices", scenario.devices().stream().map(DeviceSpec::name).toList());
    unique("luns", scenario.luns().stream().map(lun -> lun.name() + " of " + lun.host()).toList());
    unique("applications", scenario.applications().stream().map(ApplicationSpec::name).toList());
    Set<String> devices = new TreeSet<>();
    scenario.devices().forEach(device -> devices.add(device.name()));
    Set<String> hosts = new TreeSet<>();
    for (LunSpec lun : scenario.luns()) {
      hosts.add(lun.host());
      if (!devices.contains(lun.device())) {
        throw new ScenarioException(
            "luns.device = " + lun.device() + ": must be one of " + String.join(", ", devices));
      }
    }
    for (String host : scenario.clockSkewSeconds().keySet()) {
      if (!hosts.contains(host)) {
        throw new ScenarioException(
            "clockSkewSeconds." + host + ": must be one of " + String.join(", ", hosts));
      }
    }
    if (scenario.applications().isEmpty()) {
      throw new ScenarioException("applications = []: must be at least one application");
    }
  }

  private static void unique(String field, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new ScenarioException(field + ".name = " + name + ": must not be there twice");
      }
    }
  }
}
