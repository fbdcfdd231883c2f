package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that what is told about metrics is what running services export: rules, dashboards, runbook
 * and reference speak of nothing else, and Prometheus has nothing to find fault with.
 */
class ObservabilityIT {
  private static final Path OBSERVABILITY = Packed.ROOT.resolve("deploy/observability");
  private static final Path RUNBOOK = Packed.ROOT.resolve("docs/runbook");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BRICK_MIB = 64;
  private static final Pattern OURS =
      Pattern.compile("\\b(?:oasis|jvm|process|http_server)_[a-z0-9_]+");

  /** Absent while nothing is bounded, and in a queue's first minute: HttpTest shows them. */
  private static final Set<String> LATER =
      Set.of("oasis_queue_granted_iops", "oasis_queue_latency_part_seconds");

  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");

  /** With all that a brick can have, so that it exports all that it can. */
  private static final List<String> BRICK =
      List.of(
          "--volume.v.size=1M",
          "--export.v.volume=v",
          "--export.v.reserve=1",
          "--export.v.limit-iops=100",
          "--export.v.limit-bytes-per-second=1048576",
          "--export.v.cache-bytes=1M",
          "--device.main.cache-bytes=1M");

  @TempDir private static Path directory = Path.of("");

  private static Scrapes scrapes = new Scrapes(Map.of());

  @BeforeAll
  static void scrape() throws IOException {
    Set<String> spoken = new TreeSet<>();
    for (Path file : files(OBSERVABILITY)) {
      spoken.addAll(ours(file));
    }
    int port = Ports.free();
    List<String> options = new ArrayList<>(BRICK);
    options.add("--metrics-port=" + port);
    try (Janitor janitor = Janitor.start(BRICK_MIB);
        LabBrick _ = LabBrick.start(janitor, BRICK_MIB, options);
        Services services =
            Services.start(directory.resolve("data"), Deployment.forTrial(), _ -> {})) {
      Path file = Packed.ROOT.resolve("integration-tests/target/observed");
      Wait.until(
          PATIENCE,
          () -> {
            Scrapes.write(file);
            scrapes = Scrapes.of(services).and("brick", read(port));
            return exported().containsAll(spoken);
          });
    }
  }

  private static String read(int port) {
    try (InputStream answer =
        URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void prometheusFindsNothingToSayAboutIt() throws Exception {
    String promtool = Needs.program("prometheus", "/usr/bin/promtool").toString();
    for (Map.Entry<String, String> scrape : scrapes.texts().entrySet()) {
      assertThat(scrape.getValue()).as(scrape.getKey()).isNotEmpty();
      Path file = directory.resolve(scrape.getKey() + ".prom");
      Files.writeString(file, scrape.getValue());
      String said =
          Packed.say(
              directory, List.of("bash", "-c", promtool + " check metrics <" + file + " || true"));
      assertThat(said).as(scrape.getKey()).isEmpty();
    }
  }

  @Test
  void rulesAndDashboardsSpeakOfWhatIsExported() throws IOException {
    Map<String, Set<String>> spoken = new TreeMap<>();
    for (Path file : files(OBSERVABILITY)) {
      spoken.put(file.getFileName().toString(), ours(file));
    }
    assertThat(spoken).hasSizeGreaterThan(2);
    spoken.forEach((file, names) -> assertThat(exported()).as(file).containsAll(names));
  }

  private static Set<String> exported() {
    Set<String> exported = scrapes.names();
    exported.addAll(LATER);
    return exported;
  }

  @Test
  void whatIsExportedIsExplained() throws IOException {
    Set<String> explained = ours(Packed.ROOT.resolve("docs/metrics.md"), "oasis[._][a-z0-9._]+");
    for (String name : scrapes.names()) {
      if (name.startsWith("oasis_")) {
        String whole = name.replaceFirst("(_total|_count|_sum|_max)$", "");
        String plain = name.replaceFirst("(_seconds)?(_total|_count|_sum|_max)$", "");
        assertThat(explained).as(name).containsAnyOf(name, whole, plain);
      }
    }
  }

  @Test
  void whatIsExplainedOfABrickIsExported() throws IOException {
    Set<String> exported = scrapes.names();
    for (String name : ours(Packed.ROOT.resolve("docs/metrics.md"), "oasis_brick_[a-z_]+")) {
      assertThat(exported).as(name).containsAnyOf(name, name + "_count");
    }
  }

  @Test
  void everyRuleIsTestedAndHasAPageWithItsQuery() throws Exception {
    String rules = Files.readString(OBSERVABILITY.resolve("alerts.yaml"));
    String tests = Files.readString(OBSERVABILITY.resolve("alerts-test.yaml"));
    Set<String> alerts = new TreeSet<>();
    Matcher alert = ALERT.matcher(rules);
    while (alert.find()) {
      String name = alert.group(1);
      alerts.add(name + ".md");
      assertThat(rules).contains("runbook: docs/runbook/" + name + ".md");
      assertThat(tests).contains("alertname: " + name);
      String page = Files.readString(RUNBOOK.resolve(name + ".md"));
      assertThat(flat(rules)).contains(flat(queryOf(page)));
      assertThat(page).contains("# " + name, "## What to look at", "## What to do");
    }
    try (Stream<Path> pages = Files.list(RUNBOOK)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .filteredOn(page -> !page.equals("README.md"))
          .containsExactlyInAnyOrderElementsOf(alerts);
    }
  }

  @Test
  void rulesFireWhenTheyShouldAndOnlyThen() throws Exception {
    String promtool = Needs.program("prometheus", "/usr/bin/promtool").toString();
    Packed.say(
        directory,
        List.of(promtool, "test", "rules", OBSERVABILITY.resolve("alerts-test.yaml").toString()));
  }

  private static String queryOf(String page) {
    Matcher query = Pattern.compile("(?s)```promql\n(.*?)```").matcher(page);
    assertThat(query.find()).isTrue();
    return query.group(1);
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private static Set<String> ours(Path file) throws IOException {
    return ours(file, OURS.pattern());
  }

  private static Set<String> ours(Path file, String pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher name = Pattern.compile(pattern).matcher(Files.readString(file));
    while (name.find()) {
      names.add(name.group().replace('.', '_'));
    }
    return names;
  }

  private static List<Path> files(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top)) {
      return files.filter(file -> file.toString().matches(".*\\.(yaml|json)")).toList();
    }
  }
}
