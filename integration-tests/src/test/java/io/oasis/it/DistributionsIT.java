package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows that each service is shipped with what it needs and no more, and runs without a JDK. */
class DistributionsIT {
  private static final Path DEPLOY =
      Path.of(System.getProperty("oasis.root", "..")).resolve("deploy").toAbsolutePath();

  private static final Path ALL = DEPLOY.resolve("distribution/target/all");

  /** What a database host is asked to carry at the most. */
  private static final long MOST_BYTES = 30_000_000;

  /** Solver, broker, manager and brick have no business beside an application or its scheduler. */
  private static final String FOREIGN =
      "(ortools|kafka_|kafka-streams|scala-|spring|tomcat|oasis-(brick|manager|lab|distribution)-"
          + "(?!client)).*";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter"})
  void aDatabaseHostCarriesOneServiceAndLittleElse(String service) throws IOException {
    List<Path> jars = jars(service);
    assertThat(jars).extracting(Path::toString).anyMatch(jar -> jar.startsWith("oasis-" + service));
    assertThat(jars).extracting(Path::toString).noneMatch(jar -> jar.matches(FOREIGN));
    long bytes = 0;
    for (Path jar : jars) {
      bytes += Files.size(lib(service).resolve(jar));
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  /** The bill of materials names every jar, and the page of what is in it every artifact. */
  @Test
  void whatIsShippedIsListed() throws IOException {
    assumeTrue(
        Files.exists(ALL.resolve("oasis.cdx.json")),
        "skipped: a build that reaches no registry makes no bill of materials");
    JsonNode bill =
        JsonMapper.builder().build().readTree(Files.readString(ALL.resolve("oasis.cdx.json")));
    String page =
        Files.readString(DEPLOY.resolveSibling("docs").resolve("reference/dependencies.md"));
    List<String> listed = new ArrayList<>();
    for (JsonNode each : bill.path("components")) {
      String group = each.path("group").asString("");
      String name = each.path("name").asString("");
      String version = each.path("version").asString("");
      listed.add(name + "-" + version);
      assertThat(each.path("hashes").isEmpty()).as(name).isFalse();
      if (!group.equals("io.oasis")) {
        assertThat(page).contains("| %s:%s | %s |".formatted(group, name, version));
      }
    }
    try (Stream<Path> jars = Files.list(ALL.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(jar -> !jar.startsWith("oasis-"))
          .allMatch(jar -> listed.stream().anyMatch(jar::startsWith));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "broker", "distribution"})
  void aBrokerMayCompressItsTopicsAsItLikes(String service) throws Exception {
    try (URLClassLoader own = loader(service)) {
      for (String codec :
          List.of(
              "com.github.luben.zstd.ZstdInputStreamNoFinalizer",
              "net.jpountz.lz4.LZ4Factory",
              "org.xerial.snappy.SnappyInputStream")) {
        assertThat(Class.forName(codec, true, own).getClassLoader()).isSameAs(own);
      }
    }
  }

  @Test
  void onlyTheManagerHasTheSolverAndNobodyTheBroker() throws IOException {
    for (String service : List.of("agent", "adapter", "manager", "brick")) {
      List<String> jars = jars(service).stream().map(Path::toString).toList();
      assertThat(jars).as(service).noneMatch(jar -> jar.startsWith("kafka_"));
      assertThat(jars.stream().anyMatch(jar -> jar.startsWith("ortools-java")))
          .as("solver of %s", service)
          .isEqualTo(service.equals("manager"));
    }
  }

  /**
   * Kafka's broker brings a second backend of logging, which would be set up beside ours, and its
   * client a codec for eighteen machines.
   */
  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "brick", "broker", "distribution"})
  void whatNobodyUsesIsLeftOut(String service) throws IOException {
    assertThat(jars(service))
        .extracting(Path::toString)
        .noneMatch(jar -> jar.matches("log4j-core-.*|zstd-jni-[0-9.-]+.jar"));
  }

  /** Only the manager offers Prometheus its second format. */
  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "brick"})
  void whoOffersAFormatHasIt(String service) throws IOException {
    assertThat(
            jars(service).stream()
                .anyMatch(
                    jar -> jar.toString().startsWith("prometheus-metrics-exposition-formats")))
        .isEqualTo(service.equals("manager"));
  }

  /** Whatever commands are beside the jars, the broker's has none. */
  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "brick", "broker"})
  void whatACommandStartsIsThere(String service) throws Exception {
    Path commands = lib(service).resolveSibling("jvm");
    try (URLClassLoader own = loader(service);
        Stream<Path> files = Files.isDirectory(commands) ? Files.list(commands) : Stream.empty()) {
      for (Path command : files.filter(file -> file.toString().endsWith(".jvm")).toList()) {
        String main = Files.readAllLines(command).getLast().split(" ")[0];
        assertThat(own.findResource(main.replace('.', '/') + ".class")).as(main).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "brick"})
  void aRuntimeIsEnough(String service) throws IOException, InterruptedException {
    Path runtime = runtime();
    assertThat(run(runtime, service, service, "--help")).isZero();
    assertThat(Files.readString(directory.resolve("said")))
        .containsIgnoringCase("usage: oasis " + service);
    assertThat(run(runtime, service, "up")).isEqualTo(2);
    assertThat(Files.readString(directory.resolve("said")))
        .contains("up is not installed here", service);
  }

  /** By Prometheus, and by a receiver of OTLP. */
  @ParameterizedTest
  @ValueSource(strings = {"agent --trace-share 1", "adapter --share-host true --state-dir STATE"})
  void whoCarriesItIsWatched(String commandLine) throws Exception {
    String service = commandLine.substring(0, commandLine.indexOf(' '));
    int port = Ports.free();
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      String options =
          " --bootstrap 127.0.0.1:%d --metrics-port %d --otlp-endpoint %s"
              .formatted(Ports.free(), port, receiver.url());
      String line = commandLine.replace("STATE", directory.resolve("state").toString()) + options;
      Process process = start(runtime(), service, line.split(" "));
      try {
        Wait.until(
            PATIENCE,
            () ->
                !process.isAlive()
                    || receiver.metrics("oasis-" + service).contains("oasis.broker.up"));
        assertThat(read("http://127.0.0.1:" + port + "/metrics")).contains("oasis_broker_up 0.0");
        assertThat(receiver.metrics("oasis-" + service)).contains("oasis.broker.up");
      } finally {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  /** With its own jars, none of which is Kafka's. */
  @Test
  void aBrickIsWatchedWithoutKafka() throws Exception {
    assertThat(jars("brick")).extracting(Path::toString).noneMatch(jar -> jar.contains("kafka"));
    String url = "http://127.0.0.1:" + Ports.free() + "/metrics";
    String line =
        "brick --listen unix:%s --volume.v.size 1M --export.v.volume v --metrics-port %d"
            .formatted(directory.resolve("nbd"), URI.create(url).getPort());
    Process process = start(runtime(), "brick", line.split(" "));
    try {
      Wait.until(PATIENCE, () -> !process.isAlive() || answers(url));
      assertThat(read(url)).contains("oasis_brick_connections 0.0");
    } finally {
      process.destroy();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean answers(String url) {
    try {
      return !read(url).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static String read(String url) throws IOException {
    try (InputStream answer = URI.create(url).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** This Java without its compiler. */
  private Path runtime() throws IOException {
    Path jdk = Path.of(System.getProperty("java.home"));
    Path runtime = directory.resolve("runtime");
    Files.createDirectories(runtime.resolve("bin"));
    Files.createSymbolicLink(runtime.resolve("bin/java"), jdk.resolve("bin/java"));
    Files.createSymbolicLink(runtime.resolve("release"), jdk.resolve("release"));
    return runtime;
  }

  private int run(Path runtime, String service, String... arguments)
      throws IOException, InterruptedException {
    return start(runtime, service, arguments).waitFor();
  }

  private Process start(Path runtime, String service, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(lib(service).resolveSibling("oasis").toString()), Stream.of(arguments))
            .toList();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile());
    builder.environment().put("JAVA_HOME", runtime.toString());
    return builder.start();
  }

  /** Of its jars and the JDK. */
  private static URLClassLoader loader(String service) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars(service)) {
      urls.add(lib(service).resolve(jar).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static List<Path> jars(String service) throws IOException {
    try (Stream<Path> files = Files.list(lib(service))) {
      return files.map(Path::getFileName).sorted().toList();
    }
  }

  private static Path lib(String service) {
    return DEPLOY
        .resolve(service)
        .resolve(service.equals("distribution") ? "target/all/lib" : "target/oasis/lib");
  }
}
