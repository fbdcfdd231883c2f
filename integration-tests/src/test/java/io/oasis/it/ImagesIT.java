package io.oasis.it;

import static java.lang.ProcessBuilder.Redirect.DISCARD;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Oasis;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that images are made without Docker and a registry, are as small as they should be, and
 * that what is in one is enough for its service: run with nothing else of this machine but its
 * kernel.
 */
class ImagesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern SIZE = Pattern.compile("oasis-(\\w+)\\.tar +.*unpacked (\\d+) MB");

  /** MB of all files in an image. */
  private static final Map<String, Integer> MOST_MB =
      Map.of("agent", 120, "adapter", 120, "manager", 250, "brick", 120, "broker", 200);

  /** Its mounts are seen by nobody else and end with it. */
  private static final String INSIDE =
      """
      set -e
      for place in proc dev sys; do
        mkdir -p "$2/$place"
        mount --rbind "/$place" "$2/$place"
      done
      root=$2 user=$1
      shift 2
      exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec="$user:$user" "$root" "$@"
      """;

  @TempDir private static Path directory = Path.of("");

  private static Path images = Path.of("");
  private static String said = "";

  @BeforeAll
  static void make() throws Exception {
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    images = Packed.images();
    said = Files.readString(images.resolve("said"));
    System.out.println(said);
  }

  @Test
  void imagesAreAsSmallAsTheyShouldBe() {
    Matcher size = SIZE.matcher(said);
    int found = 0;
    while (size.find()) {
      found++;
      assertThat(Integer.parseInt(size.group(2)))
          .as(size.group(1))
          .isBetween(10, MOST_MB.get(size.group(1)));
    }
    assertThat(found).isEqualTo(MOST_MB.size());
  }

  @Test
  void theSameBuildGivesTheSameBytes() throws Exception {
    Path again = Files.createDirectory(directory.resolve("again"));
    Packed.images(again, "agent");
    assertThat(Files.mismatch(again.resolve("oasis-agent.tar"), images.resolve("oasis-agent.tar")))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"agent, 65532", "adapter, 0", "manager, 65532", "brick, 65532", "broker, 65532"})
  void nobodyIsRootWhoNeedNotBe(String service, String user) throws Exception {
    assertThat(config(unpacked(service)).path("User").asString()).isEqualTo(user);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager", "brick"})
  void aServiceRunsOnWhatIsInItsImage(String service) throws Exception {
    Path image = unpacked(service);
    List<String> command = inside(image, entrypoint(image));
    command.add("--help");
    assertThat(Packed.say(directory, command)).contains("oasis " + service, "--log-format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"agent --trace-share 0", "adapter --share-host true", "manager --http-port 0"})
  void aServiceThatIsStartedWaitsForItsBroker(String commandLine) throws Exception {
    List<String> words = List.of(commandLine.split(" "));
    startsAndWaits(unpacked(words.getFirst()), words.subList(1, words.size()));
  }

  /** Secrets come readable to a group, which a manager refuses; the chart's script mends that. */
  @Test
  void aManagerTakesTheKeysThatAPlatformMounts() throws Exception {
    Path image = unpacked("manager");
    Path made = directory.resolve("keys");
    assertThat(Oasis.commandLine().execute("keys", "init", "--dir", made.toString())).isZero();
    Path mounted = Files.createDirectories(image.resolve("root/secret/keys"));
    for (String name : List.of("signing.pem", "hosts.secret")) {
      Path file = Files.copy(made.resolve(name), mounted.resolve(name));
      Files.setAttribute(file, "unix:gid", 65_532);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    }
    Packed.say(directory, inside(image, List.of("/bin/sh", "-c", scriptOfTheChart())));
    startsAndWaits(
        image,
        List.of(
            "--signing-key=/run/oasis/keys/signing.pem",
            "--host-secret=/run/oasis/keys/hosts.secret",
            "--token-dir=/run/oasis/keys/access",
            "--http-port=0"));
  }

  private static String scriptOfTheChart() throws IOException {
    Path template = Packed.ROOT.resolve("deploy/helm/oasis/templates/manager.yaml");
    Matcher script =
        Pattern.compile("(?s)args:\\s+- \\|\n(.*?)\n +securityContext")
            .matcher(Files.readString(template));
    assertThat(script.find()).isTrue();
    return script.group(1);
  }

  private static void startsAndWaits(Path image, List<String> options) throws Exception {
    String broker = "127.0.0.1:" + Ports.free();
    List<String> command = inside(image, entrypoint(image));
    command.addAll(options);
    command.addAll(List.of("--log-format=ecs", "--bootstrap=" + broker));
    Path told = Files.createTempFile(directory, "told", "");
    Process service =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile()).start();
    try {
      service.getOutputStream().close();
      Wait.until(PATIENCE, () -> !service.isAlive() || waits(told, broker));
      assertThat(read(told))
          .contains(broker + " does not answer", "\"log.level\"")
          .as("what the adapter says when a program of its guardian is missing")
          .doesNotContain("no guardian");
    } finally {
      service.descendants().forEach(ProcessHandle::destroy);
      service.destroy();
      assertThat(service.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void theGuardianHasItsProgramsInTheAdaptersImage() throws Exception {
    String script =
        "setsid stat -c %i / && sleep 0.1 && exec 9>>/tmp/lock && flock -w 1 9 && echo a | tr a b"
            + " && chmod 600 /tmp/lock && rm /tmp/lock";
    List<String> command = inside(unpacked("adapter"), List.of("/bin/bash", "-c", script));
    assertThat(Packed.say(directory, command).lines()).hasSize(2).endsWith("b");
  }

  /** As an engine asks the others, whose answers {@code ContainersIT} shows. */
  @Test
  void aBrickIsAskedByTheProbeOfItsImage() throws Exception {
    Path image = unpacked("brick");
    String port = Integer.toString(Ports.free());
    List<String> command = inside(image, entrypoint(image));
    command.addAll(List.of("--listen=unix:/run/oasis/nbd", "--volume.v.size=1M"));
    command.addAll(List.of("--export.v.volume=v", "--metrics-port=" + port));
    List<String> probe = inside(image, List.of("/bin/healthy", port, "/metrics"));
    assertThat(succeeds(probe)).as("before it is started").isFalse();
    Process brick =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(DISCARD).start();
    try {
      Wait.until(PATIENCE, () -> !brick.isAlive() || succeeds(probe));
      assertThat(succeeds(probe)).isTrue();
    } finally {
      brick.descendants().forEach(ProcessHandle::destroy);
      brick.destroy();
      assertThat(brick.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean succeeds(List<String> command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean waits(Path told, String broker) {
    return read(told).contains(broker + " does not answer");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command that sees nothing but the image and what an engine mounts into it, as its user. */
  private static List<String> inside(Path image, List<String> command) throws Exception {
    Needs.root();
    Needs.mounts();
    String user = config(image).path("User").asString();
    List<String> all =
        new ArrayList<>(List.of("unshare", "-m", "bash", "-c", INSIDE, "inside", user));
    all.add(image.resolve("root").toString());
    all.addAll(command);
    return all;
  }

  private static List<String> entrypoint(Path image) throws IOException {
    return config(image).path("Entrypoint").values().stream().map(JsonNode::asString).toList();
  }

  /** Its layers one over the other, as an engine would. */
  private static Path unpacked(String service) throws Exception {
    Path image = directory.resolve("image-" + service);
    if (Files.isDirectory(image)) {
      return image;
    }
    Path root = Files.createDirectories(image.resolve("root"));
    Path tar = images.resolve("oasis-" + service + ".tar");
    Packed.say(directory, List.of("tar", "-xf", tar.toString(), "-C", image.toString()));
    for (JsonNode layer : manifest(image).path("Layers")) {
      String file = image.resolve(layer.asString()).toString();
      Packed.say(directory, List.of("tar", "-xzpf", file, "-C", root.toString()));
    }
    return image;
  }

  private static JsonNode manifest(Path image) throws IOException {
    return json(image.resolve("manifest.json")).path(0);
  }

  private static JsonNode config(Path image) throws IOException {
    return json(image.resolve(manifest(image).path("Config").asString())).path("config");
  }

  private static JsonNode json(Path file) throws IOException {
    return new JsonMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
  }
}
